(
  select '0' as r, concat('{"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa":', ifnull(`1`.`id`, 'null'), ',"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_lines":{"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_type":"OrderDetailConnection"', (
    select concat(',"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_count":', count(*), ',"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_more":', if(count(*) > 1, 'true', 'false'), ',"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_end":', ifnull(if(least(count(*), 1) > 0, concat('"', replace(replace(replace(replace(to_base64(substring_index(group_concat(
      json_array('XhuXOTSVhi', cast(`2`.`product_id` as char), cast(`2`.`order_id` as char), cast(`2`.`line_no` as char))
      order by `2`.`product_id`, `2`.`order_id`, `2`.`line_no` separator '\n'
      limit 1
    ), '\n', -1)), '+', '-'), '/', '_'), '\n', ''), '=', ''), '"'), null), 'null'), ',"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_items":[', ifnull(group_concat(
      concat('{"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_quantity":', ifnull(`2`.`quantity`, 'null'), '}')
      order by `2`.`product_id`, `2`.`order_id`, `2`.`line_no`
      limit 1
    ), ''), ']')
    from `order_details` as `2`
    where `2`.`order_id` = `1`.`id`
  ), ',"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_groups":[', (
    select ifnull(group_concat(
      g.j
      order by g.t0 is null, g.t0, g.t1 is null, g.t1
      limit 1
    ), '')
    from json_table('[1]', '$[*]' columns (n for ordinality)) p
    straight_join (
      select `4`.`order_id` as l0, concat('{"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_fields":{"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_note":', ifnull(json_quote(`4`.`note`), 'null'), '}}') as j, left(`4`.`note`, 1000) as t0, sha2(`4`.`note`, 256) as t1
      from `order_details` as `4`
      group by `4`.`order_id`, sha2(`4`.`note`, 256)
    ) g on g.l0 = if(p.n, `1`.`id`, null)
  ), ']}}')
  from `orders` as `1`
  where `1`.`id` <= ?
  order by `1`.`id`
  limit 2
)
union all (select null as r, concat(@@warning_count))
-- [2]
