-- write 0
select '1' as r, json_array(cast(`1`.`order_id` as char), cast(`1`.`line_no` as char)) as k, concat('{"quantity":', ifnull(`1`.`quantity`, 'null'), ',"order":', ifnull((
  select ifnull(concat('{"id":', ifnull(`2`.`id`, 'null'), ',"orderDetails_connection":{"totalCount":', (
    select count(*)
    from `order_details` as `4`
    where `4`.`order_id` = `2`.`id`
  ), '}}'), exp(7107107))
  from `orders` as `2`
  where `2`.`id` = `1`.`order_id`
), 'null'), '}') as v0
from `order_details` as `1`
where (`1`.`order_id` = ? and `1`.`line_no` = ?)
for update 
-- [7,1]

-- write 0, if write 0 changed a row
delete
from `order_details` as `1`
where `1`.`order_id` = ? and `1`.`line_no` = ?
-- ["order_id of write 0","line_no of write 0"]
