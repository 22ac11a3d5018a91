(
  select '0' as r, concat('{"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa":', ifnull(`1`.`id`, 'null'), ',"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_lines":', (
    select concat('{"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_type":"OrderDetailConnection","aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_count":', (
      select count(*)
      from `order_details` as `3`
      where `3`.`order_id` = `1`.`id`
    ), ',"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_more":', if(count(*) > 1, 'true', 'false'), ',"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_end":', if(least(count(*), 1) > 0, concat('"', replace(replace(replace(replace(to_base64(substring_index(substring_index(group_concat(
      json_array('XhuXOTSVhi', cast(`2`.`product_id` as char), cast(`2`.`order_id` as char), cast(`2`.`line_no` as char))
      order by `2`.`product_id`, `2`.`order_id`, `2`.`line_no` separator '\n'
    ), '\n', 1), '\n', -1)), '+', '-'), '/', '_'), '\n', ''), '=', ''), '"'), 'null'), ',"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_items":[', replace(ifnull(substring_index(group_concat(
      ifnull(concat('{"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_quantity":', ifnull(`2`.`quantity`, 'null'), '}'), exp(7107107))
      order by `2`.`product_id`, `2`.`order_id`, `2`.`line_no` separator ',\n'
    ), ',\n', 1), ''), '\n', ''), '],"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_groups":[', (
      select ifnull(group_concat(
        g.j
        order by g.t0 <=> null, g.t0, g.t1 <=> null, g.t1 separator ','
      ), '')
      from (
        select ifnull(concat('{"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_fields":{"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_note":', ifnull(json_quote(`4`.`note`), 'null'), '}}'), exp(7107107)) as j, left(`4`.`note`, 1000) as t0, sha2(`4`.`note`, 256) as t1
        from `order_details` as `4`
        where `4`.`order_id` = `1`.`id`
        group by sha2(`4`.`note`, 256)
        order by left(`4`.`note`, 1000) is null, left(`4`.`note`, 1000), sha2(`4`.`note`, 256) is null, sha2(`4`.`note`, 256)
        limit 1
      ) as g
    ), ']}')
    from (
      select `2`.`product_id`, `2`.`order_id`, `2`.`line_no`, `2`.`quantity`
      from `order_details` as `2`
      where `2`.`order_id` = `1`.`id`
      order by `2`.`order_id`, `2`.`product_id`, `2`.`order_id`, `2`.`line_no`
      limit 2
    ) as `2`
  ), '}')
  from `orders` as `1`
  where `1`.`id` <= ?
  order by `1`.`id`
  limit 2
)
-- [2]
