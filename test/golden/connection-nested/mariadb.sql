(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), ',"orders_connection":{', (
    select concat('"totalCount":', count(*), ',"hasNextPage":', if(count(*) > 1, 'true', 'false'), ',"endCursor":', ifnull(if(least(count(*), 1) > 0, concat('"', replace(replace(replace(replace(to_base64(substring_index(group_concat(
      json_array('dCnQjmqdeo', cast(`2`.`placed_at` as char), cast(`2`.`id` as char))
      order by `2`.`placed_at` desc, `2`.`id` separator '\n'
      limit 1
    ), '\n', -1)), '+', '-'), '/', '_'), '\n', ''), '=', ''), '"'), null), 'null'), ',"items":[', ifnull(group_concat(
      concat('{"id":', ifnull(`2`.`id`, 'null'), ',"placed_at":', ifnull(concat('"', insert(trim(trailing '.' from trim(trailing '0' from `2`.`placed_at`)), 11, 1, 'T'), '+00:00"'), 'null'), '}')
      order by `2`.`placed_at` desc, `2`.`id`
      limit 1
    ), ''), ']')
    from `orders` as `2`
    where `2`.`customer_id` = `1`.`id`
  ), '}}')
  from `customers` as `1`
  order by `1`.`id`
  limit 2
)
union all (select null as r, concat(@@warning_count))
-- []
