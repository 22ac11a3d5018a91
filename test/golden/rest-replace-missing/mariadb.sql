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
returning '1' as r, concat('{"order_id":', ifnull(`order_details`.`order_id`, 'null'), ',"line_no":', ifnull(`order_details`.`line_no`, 'null'), ',"product_id":', ifnull(`order_details`.`product_id`, 'null'), ',"quantity":', ifnull(`order_details`.`quantity`, 'null'), ',"unit_price":', ifnull(`order_details`.`unit_price`, 'null'), ',"discount":', ifnull(`order_details`.`discount`, 'null'), ',"line_total":', ifnull(`order_details`.`line_total`, 'null'), ',"note":', ifnull(json_quote(`order_details`.`note`), 'null'), '}') as v0, left(sha2(concat('[', ifnull(`order_details`.`order_id`, 'null'), ',', ifnull(`order_details`.`line_no`, 'null'), ',', ifnull(`order_details`.`product_id`, 'null'), ',', ifnull(`order_details`.`quantity`, 'null'), ',', ifnull(`order_details`.`unit_price`, 'null'), ',', ifnull(`order_details`.`discount`, 'null'), ',', ifnull(`order_details`.`line_total`, 'null'), ',', ifnull(json_quote(`order_details`.`note`), 'null'), ']'), 256), 32) as v1
-- ["5","98","1","3","0.5","5","98"]
