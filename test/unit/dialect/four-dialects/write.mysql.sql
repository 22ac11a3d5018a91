insert into `customers` (`name`, `email`, `country`, `created_at`)
values (?, ?, ?, ?);

insert into `orders` (`reference`, `placed_at`, `billing_address_id`, `customer_id`)
values (?, ?, ?, ?);

insert into `order_details` (`line_no`, `product_id`, `quantity`, `unit_price`, `order_id`)
values (?, ?, ?, ?, ?);

select '1' as r, '1' as n, if(`1`.`status` <> ?, '1', '0') as ok, concat('{"reference":', ifnull(json_quote(`1`.`reference`), 'null'), ',"customer":', ifnull((
  select ifnull(concat('{"name":', ifnull(json_quote(`2`.`name`), 'null'), '}'), exp(7107107))
  from `customers` as `2`
  where `2`.`id` = `1`.`customer_id`
), 'null'), '}') as v0
from `orders` as `1`
where `1`.`id` = ?
