-- write 0
select '1' as r
from `order_details` as `1`
where (`1`.`order_id` = ? and `1`.`line_no` = ?)
-- [5,98]

-- write 1
insert into `order_details` (`order_id`, `line_no`, `product_id`, `quantity`, `unit_price`)
select ?, ?, ?, ?, ?
from dual
where not exists (
  select 1
  from `order_details`
  where `order_details`.`order_id` = ? and `order_details`.`line_no` = ?
  for update 
)
returning '1' as r, json_object('order_id', `order_details`.`order_id`, 'line_no', `order_details`.`line_no`, 'product_id', `order_details`.`product_id`, 'quantity', `order_details`.`quantity`, 'unit_price', `order_details`.`unit_price`, 'discount', `order_details`.`discount`, 'line_total', `order_details`.`line_total`, 'note', cast(`order_details`.`note` as char)) as v0, left(sha2(json_array(`order_details`.`order_id`, `order_details`.`line_no`, `order_details`.`product_id`, `order_details`.`quantity`, `order_details`.`unit_price`, `order_details`.`discount`, `order_details`.`line_total`, cast(`order_details`.`note` as char)), 256), 32) as v1
-- ["5","98","1","3","0.5","5","98"]
