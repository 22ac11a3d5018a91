(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), ',"orders_connection":', (
    select concat('{"totalCount":', (
      select count(*)
      from `orders` as `3`
      where `3`.`customer_id` = `1`.`id`
    ), ',"hasNextPage":', if(count(*) > 1, 'true', 'false'), ',"endCursor":', if(least(count(*), 1) > 0, concat('"', replace(replace(replace(replace(to_base64(substring_index(substring_index(group_concat(
      json_array('dCnQjmqdeo', cast(`2`.`placed_at` as char), cast(`2`.`id` as char))
      order by `2`.`placed_at` desc, `2`.`id` separator '\n'
    ), '\n', 1), '\n', -1)), '+', '-'), '/', '_'), '\n', ''), '=', ''), '"'), 'null'), ',"items":[', replace(ifnull(substring_index(group_concat(
      ifnull(concat('{"id":', ifnull(`2`.`id`, 'null'), ',"placed_at":', ifnull(concat('"', insert(trim(trailing '.' from trim(trailing '0' from `2`.`placed_at`)), 11, 1, 'T'), '+00:00"'), 'null'), '}'), exp(7107107))
      order by `2`.`placed_at` desc, `2`.`id` separator ',\n'
    ), ',\n', 1), ''), '\n', ''), ']}')
    from (
      select `2`.`placed_at`, `2`.`id`
      from `orders` as `2`
      where `2`.`customer_id` = `1`.`id`
      order by `2`.`customer_id` desc, `2`.`placed_at` desc, `2`.`id`
      limit 2
    ) as `2`
  ), '}')
  from `customers` as `1`
  order by `1`.`id`
  limit 2
)
-- []
