(
  select '0' as r, json_object('order_id', `1`.`order_id`, 'line_no', `1`.`line_no`, 'product_id', `1`.`product_id`, 'quantity', `1`.`quantity`, 'unit_price', `1`.`unit_price`, 'discount', `1`.`discount`, 'line_total', `1`.`line_total`, 'note', cast(`1`.`note` as char)) as j, left(sha2(json_array(`1`.`order_id`, `1`.`line_no`, `1`.`product_id`, `1`.`quantity`, `1`.`unit_price`, `1`.`discount`, `1`.`line_total`, cast(`1`.`note` as char)), 256), 32) as f0
  from `order_details` as `1`
  where (`1`.`order_id` = ? and `1`.`line_no` = ?)
  limit 1
)
union all (select null as r, @@warning_count as j, null)
-- [5,99]
