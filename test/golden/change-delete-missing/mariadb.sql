-- write 0
delete
from `order_details`
where (`order_details`.`order_id` = ? and `order_details`.`line_no` = ?)
returning '1' as r, concat('{"quantity":', ifnull(`order_details`.`quantity`, 'null'), '}') as v0
-- [7,99]
