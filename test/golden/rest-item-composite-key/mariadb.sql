(
  select '0' as r, json_object('quantity', `1`.`quantity`, 'unit_price', `1`.`unit_price`, 'line_total', `1`.`line_total`) as j, left(sha2(json_array(`1`.`order_id`, `1`.`line_no`, `1`.`product_id`, `1`.`quantity`, `1`.`unit_price`, `1`.`discount`, `1`.`line_total`, cast(`1`.`note` as char)), 256), 32) as f0
  from `order_details` as `1`
  where (`1`.`order_id` = ? and `1`.`line_no` = ?)
  limit 1
)
union all (select null as r, @@warning_count as j, null)
-- [5,1]
