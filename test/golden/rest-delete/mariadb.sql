-- write 0
delete
from `order_details`
where ((`order_details`.`order_id` = ? and `order_details`.`line_no` = ?) and ('*' in (select json_unquote(v) collate utf8mb4_nopad_bin from json_table(?, '$[*]' columns (v json path '$')) as l) or left(sha2(concat('[', ifnull(`order_details`.`order_id`, 'null'), ',', ifnull(`order_details`.`line_no`, 'null'), ',', ifnull(`order_details`.`product_id`, 'null'), ',', ifnull(`order_details`.`quantity`, 'null'), ',', ifnull(`order_details`.`unit_price`, 'null'), ',', ifnull(`order_details`.`discount`, 'null'), ',', ifnull(`order_details`.`line_total`, 'null'), ',', ifnull(json_quote(`order_details`.`note`), 'null'), ']'), 256), 32) in (select json_unquote(v) collate utf8mb4_nopad_bin from json_table(?, '$[*]' columns (v json path '$')) as l)))
returning '1' as r, '{"__typename":"OrderDetail"}' as v0
-- [5,1,"[\"*\"]","[\"*\"]"]
