-- write 0
delete
from `order_details`
where exists (
  select 1
  from `orders` as `1`
  where `1`.`id` = `order_details`.`order_id` and `1`.`id` = ?
)
order by `order_details`.`order_id`, `order_details`.`line_no`
returning '1' as r, concat('{"line_no":', ifnull(`order_details`.`line_no`, 'null'), '}') as v0
-- [7]
