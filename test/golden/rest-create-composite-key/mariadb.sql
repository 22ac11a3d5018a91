-- write 0
insert into `order_details` (`order_id`, `line_no`, `product_id`, `quantity`, `unit_price`)
values (?, ?, ?, ?, ?)
returning '1' as r, json_object('order_id', `order_details`.`order_id`, 'line_no', `order_details`.`line_no`, 'product_id', `order_details`.`product_id`, 'quantity', `order_details`.`quantity`, 'unit_price', `order_details`.`unit_price`, 'discount', `order_details`.`discount`, 'line_total', `order_details`.`line_total`, 'note', cast(`order_details`.`note` as char)) as v0, left(sha2(json_array(`order_details`.`order_id`, `order_details`.`line_no`, `order_details`.`product_id`, `order_details`.`quantity`, `order_details`.`unit_price`, `order_details`.`discount`, `order_details`.`line_total`, cast(`order_details`.`note` as char)), 256), 32) as v1, json_value(json_array(`order_details`.`order_id`), '$[0]') as v2, json_value(json_array(`order_details`.`line_no`), '$[0]') as v3
-- ["5","99","1","2","10"]
