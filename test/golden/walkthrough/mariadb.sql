(
  select '0' as r, json_object('id', `1`.`id`, 'name', cast(`1`.`name` as char), 'latest', coalesce((
    select json_arrayagg(
      json_object('total', `2`.`total`, 'orderDetails', coalesce((
        select json_arrayagg(
          json_object('product', (
            select json_object('name', cast(`4`.`name` as char))
            from `products` as `4`
            where `4`.`id` = `3`.`product_id`
          ))
          order by `3`.`order_id`, `3`.`line_no`
          limit ?
        )
        from `order_details` as `3`
        where `3`.`order_id` = `2`.`id`
      ), json_array()))
      order by `2`.`placed_at` desc, `2`.`id`
      limit 1
    )
    from `orders` as `2`
    where `2`.`customer_id` = `1`.`id`
  ), json_array())) as j
  from `customers` as `1`
  where `1`.`country` = ?
  order by `1`.`id`
  limit 2
)
union all (select null as r, @@warning_count as j)
-- [2,"DK"]
