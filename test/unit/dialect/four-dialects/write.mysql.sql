insert into `customers` (`name`, `email`, `country`, `created_at`)
values (?, ?, ?, ?);

insert into `orders` (`reference`, `placed_at`, `billing_address_id`, `customer_id`)
values (?, ?, ?, ?);

insert into `order_details` (`line_no`, `product_id`, `quantity`, `unit_price`, `order_id`)
values (?, ?, ?, ?, ?);

select (
  select min(if(`1`.`status` <> ?, 1, 0))
  from json_table(?, '$[*]' columns (k0 int path '$[0]')) as k join `orders` as `1` on `1`.`id` = k.k0
), (
  select concat('{"reference":', ifnull(json_quote(`1`.`reference`), 'null'), ',"customer":', ifnull((
    select concat('{"name":', ifnull(json_quote(`2`.`name`), 'null'), '}')
    from `customers` as `2`
    where `2`.`id` = `1`.`customer_id`
  ), 'null'), '}')
  from json_table(?, '$[*]' columns (k0 int path '$[0]')) as k join `orders` as `1` on `1`.`id` = k.k0
)
