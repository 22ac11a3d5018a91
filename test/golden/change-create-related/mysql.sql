-- write 0; if write 0 changed a row
start transaction; insert into `order_details` (`order_id`, `line_no`, `product_id`, `quantity`, `unit_price`)
values (?, ?, ?, ?, ?); select '1' as r, ifnull(concat('{"quantity":', ifnull(`1`.`quantity`, 'null'), ',"discount":', ifnull(`1`.`discount`, 'null'), ',"product":', ifnull((
  select ifnull(concat('{"name":', ifnull(json_quote(`2`.`name`), 'null'), '}'), exp(7107107))
  from `products` as `2`
  where `2`.`id` = `1`.`product_id`
), 'null'), ',"order":', ifnull((
  select ifnull(concat('{"orderDetails_connection":{"totalCount":', (
    select count(*)
    from `order_details` as `5`
    where `5`.`order_id` = `3`.`id`
  ), '}}'), exp(7107107))
  from `orders` as `3`
  where `3`.`id` = `1`.`order_id`
), 'null'), '}'), exp(7107107)) as v0
from `order_details` as `1`
where `1`.`order_id` = ? and `1`.`line_no` = ?; commit
-- ["7","50","3","2","19.90",7,50]
