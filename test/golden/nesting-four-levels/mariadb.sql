(
  select '0' as r, json_object('id', `1`.`id`, 'orders', coalesce((
    select json_arrayagg(
      json_object('id', `2`.`id`, 'total', `2`.`total`, 'orderDetails', coalesce((
        select json_arrayagg(
          json_object('line_no', `3`.`line_no`, 'product', (
            select json_object('name', cast(`4`.`name` as char), 'category', (
              select json_object('name', cast(`5`.`name` as char), 'parent', (
                select json_object('name', cast(`6`.`name` as char))
                from `categories` as `6`
                where `6`.`id` = `5`.`parent_id`
              ))
              from `categories` as `5`
              where `5`.`id` = `4`.`category_id`
            ))
            from `products` as `4`
            where `4`.`id` = `3`.`product_id`
          ))
          order by `3`.`order_id`, `3`.`line_no`
          limit 2
        )
        from `order_details` as `3`
        where `3`.`order_id` = `2`.`id`
      ), json_array()))
      order by `2`.`total` desc, `2`.`id`
      limit 2
    )
    from `orders` as `2`
    where `2`.`customer_id` = `1`.`id`
  ), json_array())) as j
  from `customers` as `1`
  where `1`.`country` = ?
  order by `1`.`id`
  limit 2
)
union all (
  select '1' as r, json_object('last_name', cast(`7`.`last_name` as char), 'reports', coalesce((
    select json_arrayagg(
      json_object('last_name', cast(`8`.`last_name` as char))
      order by `8`.`id`
      limit 2
    )
    from `employees` as `8`
    where `8`.`manager_id` = `7`.`id`
  ), json_array())) as j
  from `employees` as `7`
  where `7`.`manager_id` is null
  order by `7`.`id`
  limit 2
)
union all (select null as r, @@warning_count as j)
-- ["NL"]
