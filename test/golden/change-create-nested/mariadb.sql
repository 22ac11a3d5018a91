-- write 0
insert into `customers` (`name`, `email`, `country`, `created_at`)
values (?, ?, ?, ?)
returning '1' as r, json_array(cast(`customers`.`id` as char)) as k
-- ["Ada","ada@example.com","NL","2026-01-01 00:00:00"]

-- write 1
insert into `orders` (`reference`, `placed_at`, `billing_address_id`, `customer_id`)
values (?, ?, ?, ?)
returning '1' as r, json_array(cast(`orders`.`id` as char)) as k
-- ["N-1","2026-01-02 03:04:05","1","id of write 0"]

-- write 2
insert into `order_details` (`line_no`, `product_id`, `quantity`, `unit_price`, `order_id`, `discount`)
values (?, ?, ?, ?, ?, default), (?, ?, ?, ?, ?, ?)
-- ["1","3","2","9.95","id of write 1","2","4","1","20","id of write 1","0.125"]

-- if write 1 changed a row
(
  select '1' as r, concat('{"reference":', ifnull(json_quote(`1`.`reference`), 'null'), ',"status":', if(length(`1`.`status`) > 0, json_quote(`1`.`status`), if(`1`.`status` is null, 'null', exp(7207207 + length('orders/status')))), ',"total":', ifnull(`1`.`total`, 'null'), ',"customer":', ifnull((
    select concat('{"name":', ifnull(json_quote(`2`.`name`), 'null'), ',"country":', ifnull(json_quote(`2`.`country`), 'null'), '}')
    from `customers` as `2`
    where `2`.`id` = `1`.`customer_id`
  ), 'null'), ',"orderDetails":[', (
    select ifnull(group_concat(
      concat('{"line_no":', ifnull(`3`.`line_no`, 'null'), ',"quantity":', ifnull(`3`.`quantity`, 'null'), ',"discount":', ifnull(`3`.`discount`, 'null'), ',"product":', ifnull((
        select concat('{"name":', ifnull(json_quote(`4`.`name`), 'null'), '}')
        from `products` as `4`
        where `4`.`id` = `3`.`product_id`
      ), 'null'), '}')
      order by `3`.`line_no` desc, `3`.`order_id`
      limit 100
    ), '')
    from `order_details` as `3`
    where `3`.`order_id` = `1`.`id`
  ), ']}') as v0
  from `orders` as `1`
  where `1`.`id` = ?
) union all (select null as r, concat(@@warning_count))
-- ["id of write 1"]
