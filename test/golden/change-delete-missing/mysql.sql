-- write 0
select '1' as r, json_array(cast(`1`.`order_id` as char), cast(`1`.`line_no` as char)) as k, concat('{"quantity":', ifnull(`1`.`quantity`, 'null'), '}') as v0
from `order_details` as `1`
where (`1`.`order_id` = ? and `1`.`line_no` = ?)
for update 
-- [7,99]

-- write 0, if write 0 changed a row
delete
from `order_details` as `1`
where `1`.`order_id` = ? and `1`.`line_no` = ?
-- ["order_id of write 0","line_no of write 0"]
