-- write 0
select '1' as r
from `order_details` as `1`
where (`1`.`order_id` = ? and `1`.`line_no` = ?)
-- [7,60]

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
-- ["7","60","3","5","1.25","7","60"]

-- if write 1 changed a row
select '1' as r, concat('{"order_id":', ifnull(`1`.`order_id`, 'null'), ',"line_no":', ifnull(`1`.`line_no`, 'null'), ',"quantity":', ifnull(`1`.`quantity`, 'null'), ',"product":', ifnull((
  select ifnull(concat('{"name":', ifnull(json_quote(`2`.`name`), 'null'), '}'), exp(7107107))
  from `products` as `2`
  where `2`.`id` = `1`.`product_id`
), 'null'), '}') as v0
from `order_details` as `1`
where `1`.`order_id` = ? and `1`.`line_no` = ?
-- [7,60]
