(select 0 as r, json_object('quantity', `1`.`quantity`, 'unit_price', `1`.`unit_price`, 'line_total', `1`.`line_total`) as j from `order_details` as `1` where (`1`.`order_id` = ? and `1`.`line_no` = ?) limit 1) union all (select 1 as r, @@warning_count as j)
-- [5,1]
