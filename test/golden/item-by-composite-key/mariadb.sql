(
  select '0' as r, json_object('order_id', `1`.`order_id`, 'line_no', `1`.`line_no`, 'quantity', `1`.`quantity`, 'line_total', `1`.`line_total`, 'product', (
    select json_object('name', cast(`2`.`name` as char))
    from `products` as `2`
    where `2`.`id` = `1`.`product_id`
  )) as j
  from `order_details` as `1`
  where (`1`.`order_id` = ? and `1`.`line_no` = ?)
  limit 1
)
union all (
  select '1' as r, json_object('quantity', `3`.`quantity`) as j
  from `order_details` as `3`
  where (`3`.`order_id` = ? and `3`.`line_no` = ?)
  limit 1
)
union all (select null as r, @@warning_count as j)
-- [3,1,3,999]
