(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), ',"total":', ifnull(`1`.`total`, 'null'), ',"customer":', ifnull((
    select ifnull(concat('{"name":', ifnull(json_quote(`2`.`name`), 'null'), ',"accountManager":', ifnull((
      select ifnull(concat('{"last_name":', ifnull(json_quote(`3`.`last_name`), 'null'), '}'), exp(7107107))
      from `employees` as `3`
      where `3`.`id` = `2`.`account_manager_id`
    ), 'null'), '}'), exp(7107107))
    from `customers` as `2`
    where `2`.`id` = `1`.`customer_id`
  ), 'null'), ',"orderDetails":[', (
    select ifnull(group_concat(
      ifnull(concat('{"line_no":', ifnull(`4`.`line_no`, 'null'), ',"quantity":', ifnull(`4`.`quantity`, 'null'), ',"product":', ifnull((
        select ifnull(concat('{"name":', ifnull(json_quote(`5`.`name`), 'null'), '}'), exp(7107107))
        from `products` as `5`
        where `5`.`id` = `4`.`product_id`
      ), 'null'), '}'), exp(7107107))
      order by `4`.`line_no` desc, `4`.`order_id` separator ','
    ), '')
    from (
      select `4`.`line_no`, `4`.`quantity`, `4`.`product_id`, `4`.`order_id`
      from `order_details` as `4`
      where `4`.`order_id` = `1`.`id` and `4`.`quantity` >= ?
      order by `4`.`order_id` desc, `4`.`line_no` desc, `4`.`order_id`
      limit 2
    ) as `4`
  ), ']}'), left(sha2(concat('[', ifnull(`1`.`id`, 'null'), ',', ifnull(json_quote(`1`.`reference`), 'null'), ',', ifnull(`1`.`customer_id`, 'null'), ',', ifnull(`1`.`employee_id`, 'null'), ',', ifnull(`1`.`billing_address_id`, 'null'), ',', ifnull(`1`.`shipping_address_id`, 'null'), ',', ifnull(json_quote(`1`.`status`), 'null'), ',', ifnull(`1`.`priority`, 'null'), ',', if(`1`.`gift` is null, 'null', if(`1`.`gift`, 'true', 'false')), ',', ifnull(concat('"', insert(trim(trailing '.' from trim(trailing '0' from `1`.`placed_at`)), 11, 1, 'T'), '+00:00"'), 'null'), ',', ifnull(concat('"', `1`.`required_on`, '"'), 'null'), ',', ifnull(concat('"', insert(trim(trailing '.' from trim(trailing '0' from `1`.`shipped_at`)), 11, 1, 'T'), '+00:00"'), 'null'), ',', ifnull(`1`.`total`, 'null'), ',', ifnull(json_quote(`1`.`comment`), 'null'), ']'), 256), 32)
  from `orders` as `1`
  where `1`.`id` = ?
  limit 1
)
-- ["3",5]
