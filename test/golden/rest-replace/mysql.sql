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
select '1' as r, concat('{"order_id":', ifnull(`1`.`order_id`, 'null'), ',"line_no":', ifnull(`1`.`line_no`, 'null'), ',"product_id":', ifnull(`1`.`product_id`, 'null'), ',"quantity":', ifnull(`1`.`quantity`, 'null'), ',"unit_price":', ifnull(`1`.`unit_price`, 'null'), ',"discount":', ifnull(`1`.`discount`, 'null'), ',"line_total":', ifnull(`1`.`line_total`, 'null'), ',"note":', ifnull(json_quote(`1`.`note`), 'null'), '}') as v0, left(sha2(concat('[', ifnull(`1`.`order_id`, 'null'), ',', ifnull(`1`.`line_no`, 'null'), ',', ifnull(`1`.`product_id`, 'null'), ',', ifnull(`1`.`quantity`, 'null'), ',', ifnull(`1`.`unit_price`, 'null'), ',', ifnull(`1`.`discount`, 'null'), ',', ifnull(`1`.`line_total`, 'null'), ',', ifnull(json_quote(`1`.`note`), 'null'), ']'), 256), 32) as v1
from `order_details` as `1`
where `1`.`order_id` = ? and `1`.`line_no` = ?
-- [5,1]

-- if write 1 changed a row
select '1' as r, concat('{"order_id":', ifnull(`1`.`order_id`, 'null'), ',"line_no":', ifnull(`1`.`line_no`, 'null'), ',"product_id":', ifnull(`1`.`product_id`, 'null'), ',"quantity":', ifnull(`1`.`quantity`, 'null'), ',"unit_price":', ifnull(`1`.`unit_price`, 'null'), ',"discount":', ifnull(`1`.`discount`, 'null'), ',"line_total":', ifnull(`1`.`line_total`, 'null'), ',"note":', ifnull(json_quote(`1`.`note`), 'null'), '}') as v0, left(sha2(concat('[', ifnull(`1`.`order_id`, 'null'), ',', ifnull(`1`.`line_no`, 'null'), ',', ifnull(`1`.`product_id`, 'null'), ',', ifnull(`1`.`quantity`, 'null'), ',', ifnull(`1`.`unit_price`, 'null'), ',', ifnull(`1`.`discount`, 'null'), ',', ifnull(`1`.`line_total`, 'null'), ',', ifnull(json_quote(`1`.`note`), 'null'), ']'), 256), 32) as v1
from `order_details` as `1`
where `1`.`order_id` = ? and `1`.`line_no` = ?
-- [5,1]

-- if write 2 changed a row
select '1' as r, concat('{"order_id":', ifnull(`1`.`order_id`, 'null'), ',"line_no":', ifnull(`1`.`line_no`, 'null'), ',"product_id":', ifnull(`1`.`product_id`, 'null'), ',"quantity":', ifnull(`1`.`quantity`, 'null'), ',"unit_price":', ifnull(`1`.`unit_price`, 'null'), ',"discount":', ifnull(`1`.`discount`, 'null'), ',"line_total":', ifnull(`1`.`line_total`, 'null'), ',"note":', ifnull(json_quote(`1`.`note`), 'null'), '}') as v0, left(sha2(concat('[', ifnull(`1`.`order_id`, 'null'), ',', ifnull(`1`.`line_no`, 'null'), ',', ifnull(`1`.`product_id`, 'null'), ',', ifnull(`1`.`quantity`, 'null'), ',', ifnull(`1`.`unit_price`, 'null'), ',', ifnull(`1`.`discount`, 'null'), ',', ifnull(`1`.`line_total`, 'null'), ',', ifnull(json_quote(`1`.`note`), 'null'), ']'), 256), 32) as v1
from `order_details` as `1`
where `1`.`order_id` = ? and `1`.`line_no` = ?
-- [5,1]
