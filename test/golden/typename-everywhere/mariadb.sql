(
  select '0' as r, concat('{"__typename":"Order","kind":"Order","customer":', ifnull((
    select '{"__typename":"Customer"}'
    from `customers` as `2`
    where `2`.`id` = `1`.`customer_id`
  ), 'null'), ',"orderDetails":[', (
    select ifnull(group_concat(
      '{"__typename":"OrderDetail"}'
      order by `3`.`order_id`, `3`.`line_no`
      limit 1
    ), '')
    from `order_details` as `3`
    where `3`.`order_id` = `1`.`id`
  ), ']}')
  from `orders` as `1`
  order by `1`.`id`
  limit 1
)
union all (select null as r, concat(@@warning_count))
-- []
