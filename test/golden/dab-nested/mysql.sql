(
  select '0' as r, concat('{"name":', ifnull(json_quote(`1`.`name`), 'null'), ',"accountManager":', ifnull((
    select ifnull(concat('{"hired_on":', ifnull(concat('"', `2`.`hired_on`, 'T00:00:00+00:00"'), 'null'), '}'), exp(7107107))
    from `employees` as `2`
    where `2`.`id` = `1`.`account_manager_id`
  ), 'null'), ',"orders":', (
    select concat('{"items":[', replace(ifnull(substring_index(group_concat(
      ifnull(concat('{"id":', ifnull(`3`.`id`, 'null'), ',"orderDetails":', (
        select concat('{"items":[', replace(ifnull(substring_index(group_concat(
          ifnull(concat('{"product":', ifnull((
            select ifnull(concat('{"name":', ifnull(json_quote(`5`.`name`), 'null'), '}'), exp(7107107))
            from `products` as `5`
            where `5`.`id` = `4`.`product_id`
          ), 'null'), '}'), exp(7107107))
          order by `4`.`order_id`, `4`.`line_no` separator ',\n'
        ), ',\n', 1), ''), '\n', ''), '],"endCursor":', if(least(count(*), 1) > 0 and (count(*) > 1), concat('"', replace(replace(replace(replace(to_base64(substring_index(substring_index(group_concat(
          json_array('-3KaqdWuGv', cast(`4`.`order_id` as char), cast(`4`.`line_no` as char))
          order by `4`.`order_id`, `4`.`line_no` separator '\n'
        ), '\n', 1), '\n', -1)), '+', '-'), '/', '_'), '\n', ''), '=', ''), '"'), 'null'), '}')
        from (
          select `4`.`product_id`, `4`.`order_id`, `4`.`line_no`
          from `order_details` as `4`
          where `4`.`order_id` = `3`.`id`
          order by `4`.`order_id`, `4`.`order_id`, `4`.`line_no`
          limit 2
        ) as `4`
      ), '}'), exp(7107107))
      order by `3`.`placed_at` desc, `3`.`id` separator ',\n'
    ), ',\n', 2), ''), '\n', ''), '],"hasNextPage":', if(count(*) > 2, 'true', 'false'), '}')
    from (
      select `3`.`id`, `3`.`placed_at`
      from `orders` as `3`
      where `3`.`customer_id` = `1`.`id`
      order by `3`.`customer_id` desc, `3`.`placed_at` desc, `3`.`id`
      limit 3
    ) as `3`
  ), '}')
  from `customers` as `1`
  where `1`.`id` = ?
  limit 1
)
-- [3]
