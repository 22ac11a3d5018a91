-- write 0
select '1' as r, json_array(cast(`1`.`order_id` as char), cast(`1`.`line_no` as char)) as k, concat('{"line_no":', ifnull(`1`.`line_no`, 'null'), '}') as v0
from `order_details` as `1`
where exists (
  select 1
  from `orders` as `2`
  where `2`.`id` = `1`.`order_id` and `2`.`id` = ?
)
order by `1`.`order_id`, `1`.`line_no`
for update 
-- [7]

-- write 0, if write 0 changed a row
delete `1`
from json_table(?, '$[*]' columns (n for ordinality, k0 bigint path '$[0]', k1 bigint path '$[1]')) as `0` straight_join `order_details` as `1` on `1`.`order_id` = `0`.`k0` and `1`.`line_no` = `0`.`k1`
-- ["(order_id, line_no) of write 0"]
