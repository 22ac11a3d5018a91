(
  select '0' as r, json_object('_etag', left(sha2(json_array(`1`.`id`, cast(`1`.`name` as char), cast(`1`.`email` as char), cast(`1`.`phone` as char), cast(`1`.`country` as char), cast(`1`.`city` as char), cast(`1`.`vat_number` as char), `1`.`birthday`, json_extract(if(`1`.`newsletter` is null, null, if(`1`.`newsletter`, 'true', 'false')), '$'), `1`.`satisfaction`, `1`.`loyalty_points`, `1`.`credit`, `1`.`account_manager_id`, `1`.`external_id`, cast(`1`.`last_ip` as char), cast(`1`.`notes` as char), concat(trim(trailing '.' from trim(trailing '0' from date_format(`1`.`created_at`, '%Y-%m-%dT%H:%i:%s.%f'))), '+00:00'), concat(trim(trailing '.' from trim(trailing '0' from date_format(`1`.`updated_at`, '%Y-%m-%dT%H:%i:%s.%f'))), '+00:00')), 256), 32), 'name', cast(`1`.`name` as char), 'orders', coalesce((
    select json_arrayagg(
      json_object('_etag', left(sha2(json_array(`2`.`id`, cast(`2`.`reference` as char), `2`.`customer_id`, `2`.`employee_id`, `2`.`billing_address_id`, `2`.`shipping_address_id`, cast(`2`.`status` as char), `2`.`priority`, json_extract(if(`2`.`gift` is null, null, if(`2`.`gift`, 'true', 'false')), '$'), concat(trim(trailing '.' from trim(trailing '0' from date_format(`2`.`placed_at`, '%Y-%m-%dT%H:%i:%s.%f'))), '+00:00'), `2`.`required_on`, concat(trim(trailing '.' from trim(trailing '0' from date_format(`2`.`shipped_at`, '%Y-%m-%dT%H:%i:%s.%f'))), '+00:00'), `2`.`total`, cast(`2`.`comment` as char)), 256), 32), 'tag', left(sha2(json_array(`2`.`id`, cast(`2`.`reference` as char), `2`.`customer_id`, `2`.`employee_id`, `2`.`billing_address_id`, `2`.`shipping_address_id`, cast(`2`.`status` as char), `2`.`priority`, json_extract(if(`2`.`gift` is null, null, if(`2`.`gift`, 'true', 'false')), '$'), concat(trim(trailing '.' from trim(trailing '0' from date_format(`2`.`placed_at`, '%Y-%m-%dT%H:%i:%s.%f'))), '+00:00'), `2`.`required_on`, concat(trim(trailing '.' from trim(trailing '0' from date_format(`2`.`shipped_at`, '%Y-%m-%dT%H:%i:%s.%f'))), '+00:00'), `2`.`total`, cast(`2`.`comment` as char)), 256), 32), 'customer', (
        select json_object('_etag', left(sha2(json_array(`3`.`id`, cast(`3`.`name` as char), cast(`3`.`email` as char), cast(`3`.`phone` as char), cast(`3`.`country` as char), cast(`3`.`city` as char), cast(`3`.`vat_number` as char), `3`.`birthday`, json_extract(if(`3`.`newsletter` is null, null, if(`3`.`newsletter`, 'true', 'false')), '$'), `3`.`satisfaction`, `3`.`loyalty_points`, `3`.`credit`, `3`.`account_manager_id`, `3`.`external_id`, cast(`3`.`last_ip` as char), cast(`3`.`notes` as char), concat(trim(trailing '.' from trim(trailing '0' from date_format(`3`.`created_at`, '%Y-%m-%dT%H:%i:%s.%f'))), '+00:00'), concat(trim(trailing '.' from trim(trailing '0' from date_format(`3`.`updated_at`, '%Y-%m-%dT%H:%i:%s.%f'))), '+00:00')), 256), 32))
        from `customers` as `3`
        where `3`.`id` = `2`.`customer_id`
      ))
      order by `2`.`id`
      limit 2
    )
    from `orders` as `2`
    where `2`.`customer_id` = `1`.`id`
  ), json_array())) as j
  from `customers` as `1`
  where `1`.`id` = ?
  limit 1
)
union all (
  select '1' as r, json_object('_etag', left(sha2(json_array(`4`.`order_id`, `4`.`line_no`, `4`.`product_id`, `4`.`quantity`, `4`.`unit_price`, `4`.`discount`, `4`.`line_total`, cast(`4`.`note` as char)), 256), 32)) as j
  from `order_details` as `4`
  order by `4`.`order_id`, `4`.`line_no`
  limit 2
)
union all (
  select '2' as r, json_object('_etag', left(sha2(json_array(`5`.`id`, cast(`5`.`name` as char), cast(`5`.`country` as char), cast(`5`.`website` as char), `5`.`since`, case `5`.`rating` when cast(cast(`5`.`rating` as char) + 0e0 as float) then cast(`5`.`rating` as char) + 0e0 when cast(concat(round(`5`.`rating` / pow(10, floor(log10(abs(`5`.`rating`)))), 6), 'e', floor(log10(abs(`5`.`rating`)))) + 0e0 as float) then concat(round(`5`.`rating` / pow(10, floor(log10(abs(`5`.`rating`)))), 6), 'e', floor(log10(abs(`5`.`rating`)))) + 0e0 when cast(concat(round(`5`.`rating` / pow(10, floor(log10(abs(`5`.`rating`)))), 7), 'e', floor(log10(abs(`5`.`rating`)))) + 0e0 as float) then concat(round(`5`.`rating` / pow(10, floor(log10(abs(`5`.`rating`)))), 7), 'e', floor(log10(abs(`5`.`rating`)))) + 0e0 else concat(round(`5`.`rating` / pow(10, floor(log10(abs(`5`.`rating`)))), 8), 'e', floor(log10(abs(`5`.`rating`)))) + 0e0 end, `5`.`balance`), 256), 32)) as j
  from `suppliers` as `5`
  order by `5`.`rating` desc, `5`.`id`
  limit 2
)
union all (select null as r, @@warning_count as j)
-- [1]
