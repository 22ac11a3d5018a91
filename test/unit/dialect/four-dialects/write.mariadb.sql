insert into `customers` (`name`, `email`, `country`, `created_at`)
values (?, ?, ?, ?)
returning '1' as r, json_array(cast(`customers`.`id` as char)) as k;

insert into `orders` (`reference`, `placed_at`, `billing_address_id`, `customer_id`)
values (?, ?, ?, ?)
returning '1' as r, if(`orders`.`status` <> ?, '1', '0') as ok, json_array(cast(`orders`.`id` as char)) as k;

insert into `order_details` (`line_no`, `product_id`, `quantity`, `unit_price`, `order_id`)
values (?, ?, ?, ?, ?);

(
  select '1' as r, concat('{"reference":', ifnull(json_quote(`1`.`reference`), 'null'), ',"customer":', ifnull((
    select concat('{"name":', ifnull(json_quote(`2`.`name`), 'null'), '}')
    from `customers` as `2`
    where `2`.`id` = `1`.`customer_id`
  ), 'null'), '}') as v0
  from `orders` as `1`
  where `1`.`id` = ?
) union all (select null as r, concat(@@warning_count))
