-- write 0
update `order_details` as `1`
set `1`.`product_id` = ?, `1`.`quantity` = ?, `1`.`unit_price` = ?, `1`.`discount` = default, `1`.`note` = default
where (`1`.`order_id` = ? and `1`.`line_no` = ?)
-- ["1","3","0.5",5,1]

-- write 1, unless write 0 changed a row
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
-- ["5","1","1","3","0.5","5","1"]

-- write 2, unless write 0 or 1 changed a row
update `order_details` as `1`
set `1`.`product_id` = ?, `1`.`quantity` = ?, `1`.`unit_price` = ?, `1`.`discount` = default, `1`.`note` = default
where (`1`.`order_id` = ? and `1`.`line_no` = ?)
-- ["1","3","0.5",5,1]

-- write 3, unless write 0 or 1 or 2 changed a row
select '1' as r
from `order_details` as `1`
where (`1`.`order_id` = ? and `1`.`line_no` = ?)
-- [5,1]

-- if write 0 changed a row
(
  select '1' as r, json_object('order_id', `1`.`order_id`, 'line_no', `1`.`line_no`, 'product_id', `1`.`product_id`, 'quantity', `1`.`quantity`, 'unit_price', `1`.`unit_price`, 'discount', `1`.`discount`, 'line_total', `1`.`line_total`, 'note', cast(`1`.`note` as char)) as v0, left(sha2(json_array(`1`.`order_id`, `1`.`line_no`, `1`.`product_id`, `1`.`quantity`, `1`.`unit_price`, `1`.`discount`, `1`.`line_total`, cast(`1`.`note` as char)), 256), 32) as v1
  from `order_details` as `1`
  where `1`.`order_id` = ? and `1`.`line_no` = ?
) union all (select null as r, @@warning_count as j, null)
-- [5,1]

-- if write 2 changed a row
(
  select '1' as r, json_object('order_id', `1`.`order_id`, 'line_no', `1`.`line_no`, 'product_id', `1`.`product_id`, 'quantity', `1`.`quantity`, 'unit_price', `1`.`unit_price`, 'discount', `1`.`discount`, 'line_total', `1`.`line_total`, 'note', cast(`1`.`note` as char)) as v0, left(sha2(json_array(`1`.`order_id`, `1`.`line_no`, `1`.`product_id`, `1`.`quantity`, `1`.`unit_price`, `1`.`discount`, `1`.`line_total`, cast(`1`.`note` as char)), 256), 32) as v1
  from `order_details` as `1`
  where `1`.`order_id` = ? and `1`.`line_no` = ?
) union all (select null as r, @@warning_count as j, null)
-- [5,1]
