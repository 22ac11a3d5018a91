(
  select '0' as r, concat('{"name":', ifnull(json_quote(`1`.`name`), 'null'), ',"accountManager":', ifnull((
    select concat('{"hired_on":', ifnull(concat('"', `2`.`hired_on`, 'T00:00:00+00:00"'), 'null'), '}')
    from `employees` as `2`
    where `2`.`id` = `1`.`account_manager_id`
  ), 'null'), ',"orders":{', (
    select concat('"items":[', ifnull(group_concat(
      concat('{"id":', ifnull(`3`.`id`, 'null'), ',"orderDetails":{', (
        select concat('"items":[', ifnull(group_concat(
          concat('{"product":', ifnull((
            select concat('{"name":', ifnull(json_quote(`5`.`name`), 'null'), '}')
            from `products` as `5`
            where `5`.`id` = `4`.`product_id`
          ), 'null'), '}')
          order by `4`.`order_id`, `4`.`line_no`
          limit 1
        ), ''), '],"endCursor":', ifnull(if(least(count(*), 1) > 0 and count(*) > 1, concat('"', replace(replace(replace(replace(to_base64(substring_index(group_concat(
          json_array('-3KaqdWuGv', cast(`4`.`order_id` as char), cast(`4`.`line_no` as char))
          order by `4`.`order_id`, `4`.`line_no` separator '\n'
          limit 1
        ), '\n', -1)), '+', '-'), '/', '_'), '\n', ''), '=', ''), '"'), null), 'null'))
        from `order_details` as `4`
        where `4`.`order_id` = `3`.`id`
      ), '}}')
      order by `3`.`placed_at` desc, `3`.`id`
      limit 2
    ), ''), '],"hasNextPage":', if(count(*) > 2, 'true', 'false'))
    from `orders` as `3`
    where `3`.`customer_id` = `1`.`id`
  ), '}}')
  from `customers` as `1`
  where `1`.`id` = ?
  limit 1
)
union all (select null as r, concat(@@warning_count))
-- [3]
