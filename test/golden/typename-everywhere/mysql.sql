(
  select '0' as r, concat('{"__typename":"Order","kind":"Order","customer":', ifnull((
    select ifnull('{"__typename":"Customer"}', exp(7107107))
    from `customers` as `2`
    where `2`.`id` = `1`.`customer_id`
  ), 'null'), ',"orderDetails":[', (
    select ifnull(group_concat(
      ifnull('{"__typename":"OrderDetail"}', exp(7107107))
      order by `3`.`order_id`, `3`.`line_no` separator ','
    ), '')
    from (
      select `3`.`order_id`, `3`.`line_no`
      from `order_details` as `3`
      where `3`.`order_id` = `1`.`id`
      order by `3`.`order_id`, `3`.`order_id`, `3`.`line_no`
      limit 1
    ) as `3`
  ), ']}')
  from `orders` as `1`
  order by `1`.`id`
  limit 1
)
-- []
