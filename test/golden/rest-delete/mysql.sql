-- write 0
select '1' as r, json_array(cast(`1`.`order_id` as char), cast(`1`.`line_no` as char)) as k, '{"__typename":"OrderDetail"}' as v0
from `order_details` as `1`
where ((`1`.`order_id` = ? and `1`.`line_no` = ?) and ('*' in (select json_unquote(v) collate utf8mb4_0900_bin from json_table(?, '$[*]' columns (v json path '$')) as l) or left(sha2(concat('[', ifnull(`1`.`order_id`, 'null'), ',', ifnull(`1`.`line_no`, 'null'), ',', ifnull(`1`.`product_id`, 'null'), ',', ifnull(`1`.`quantity`, 'null'), ',', ifnull(`1`.`unit_price`, 'null'), ',', ifnull(`1`.`discount`, 'null'), ',', ifnull(`1`.`line_total`, 'null'), ',', ifnull(json_quote(`1`.`note`), 'null'), ']'), 256), 32) in (select json_unquote(v) collate utf8mb4_0900_bin from json_table(?, '$[*]' columns (v json path '$')) as l)))
for update 
-- [5,1,"[\"*\"]","[\"*\"]"]

-- write 0, if write 0 changed a row
delete
from `order_details` as `1`
where `1`.`order_id` = ? and `1`.`line_no` = ?
-- ["order_id of write 0","line_no of write 0"]
