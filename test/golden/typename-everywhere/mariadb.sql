(
  select '0' as r, json_object('__typename', 'Order', 'kind', 'Order', 'customer', (
    select json_object('__typename', 'Customer')
    from `customers` as `2`
    where `2`.`id` = `1`.`customer_id`
  ), 'orderDetails', coalesce((
    select json_arrayagg(
      json_object('__typename', 'OrderDetail')
      order by `3`.`order_id`, `3`.`line_no`
      limit 1
    )
    from `order_details` as `3`
    where `3`.`order_id` = `1`.`id`
  ), json_array())) as j
  from `orders` as `1`
  order by `1`.`id`
  limit 1
)
union all (select null as r, @@warning_count as j)
-- []
