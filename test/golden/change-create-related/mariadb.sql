-- write 0
insert into `order_details` (`order_id`, `line_no`, `product_id`, `quantity`, `unit_price`)
values (?, ?, ?, ?, ?)
returning '1' as r, json_array(cast(`order_details`.`order_id` as char), cast(`order_details`.`line_no` as char)) as k
-- ["7","50","3","2","19.90"]

-- if write 0 changed a row
(
  select '1' as r, concat('{"quantity":', ifnull(`1`.`quantity`, 'null'), ',"discount":', ifnull(`1`.`discount`, 'null'), ',"product":', ifnull((
    select concat('{"name":', ifnull(json_quote(`2`.`name`), 'null'), '}')
    from `products` as `2`
    where `2`.`id` = `1`.`product_id`
  ), 'null'), ',"order":', ifnull((
    select concat('{"orderDetails_connection":{', (
      select concat('"totalCount":', count(*))
      from `order_details` as `4`
      where `4`.`order_id` = `3`.`id`
    ), '}}')
    from `orders` as `3`
    where `3`.`id` = `1`.`order_id`
  ), 'null'), '}') as v0
  from `order_details` as `1`
  where `1`.`order_id` = ? and `1`.`line_no` = ?
) union all (select null as r, concat(@@warning_count))
-- ["order_id of write 0","line_no of write 0"]
