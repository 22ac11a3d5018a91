(
  select '0' as r, json_object('id', `1`.`id`, 'total', `1`.`total`, 'customer', (
    select json_object('name', cast(`2`.`name` as char), 'accountManager', (
      select json_object('last_name', cast(`3`.`last_name` as char))
      from `employees` as `3`
      where `3`.`id` = `2`.`account_manager_id`
    ))
    from `customers` as `2`
    where `2`.`id` = `1`.`customer_id`
  ), 'orderDetails', coalesce((
    select json_arrayagg(
      json_object('line_no', `4`.`line_no`, 'quantity', `4`.`quantity`, 'product', (
        select json_object('name', cast(`5`.`name` as char))
        from `products` as `5`
        where `5`.`id` = `4`.`product_id`
      ))
      order by `4`.`line_no` desc, `4`.`order_id`
      limit 2
    )
    from `order_details` as `4`
    where `4`.`order_id` = `1`.`id` and `4`.`quantity` >= ?
  ), json_array())) as j, left(sha2(json_array(`1`.`id`, cast(`1`.`reference` as char), `1`.`customer_id`, `1`.`employee_id`, `1`.`billing_address_id`, `1`.`shipping_address_id`, cast(`1`.`status` as char), `1`.`priority`, json_extract(if(`1`.`gift` is null, null, if(`1`.`gift`, 'true', 'false')), '$'), concat(trim(trailing '.' from trim(trailing '0' from date_format(`1`.`placed_at`, '%Y-%m-%dT%H:%i:%s.%f'))), '+00:00'), `1`.`required_on`, concat(trim(trailing '.' from trim(trailing '0' from date_format(`1`.`shipped_at`, '%Y-%m-%dT%H:%i:%s.%f'))), '+00:00'), `1`.`total`, cast(`1`.`comment` as char)), 256), 32) as f0
  from `orders` as `1`
  where `1`.`id` = ?
  limit 1
)
union all (select null as r, @@warning_count as j, null)
-- ["3",5]
