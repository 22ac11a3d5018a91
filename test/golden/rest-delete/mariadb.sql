-- write 0
delete
from `order_details`
where ((`order_details`.`order_id` = ? and `order_details`.`line_no` = ?) and ('*' in (select json_unquote(v) from json_table(?, '$[*]' columns (v json path '$')) as l) or left(sha2(json_array(`order_details`.`order_id`, `order_details`.`line_no`, `order_details`.`product_id`, `order_details`.`quantity`, `order_details`.`unit_price`, `order_details`.`discount`, `order_details`.`line_total`, cast(`order_details`.`note` as char)), 256), 32) in (select json_unquote(v) from json_table(?, '$[*]' columns (v json path '$')) as l)))
returning '1' as r, json_object('__typename', 'OrderDetail') as v0
-- [5,1,"[\"*\"]","[\"*\"]"]
