(
  select '0' as r, json_object('id', `1`.`id`, 'reference', cast(`1`.`reference` as char), 'customer_id', `1`.`customer_id`, 'employee_id', `1`.`employee_id`, 'billing_address_id', `1`.`billing_address_id`, 'shipping_address_id', `1`.`shipping_address_id`, 'status', cast(`1`.`status` as char), 'priority', `1`.`priority`, 'gift', json_extract(if(`1`.`gift` is null, null, if(`1`.`gift`, 'true', 'false')), '$'), 'placed_at', concat(trim(trailing '.' from trim(trailing '0' from date_format(`1`.`placed_at`, '%Y-%m-%dT%H:%i:%s.%f'))), '+00:00'), 'required_on', `1`.`required_on`, 'shipped_at', concat(trim(trailing '.' from trim(trailing '0' from date_format(`1`.`shipped_at`, '%Y-%m-%dT%H:%i:%s.%f'))), '+00:00'), 'total', `1`.`total`, 'comment', cast(`1`.`comment` as char)) as j, left(sha2(json_array(`1`.`id`, cast(`1`.`reference` as char), `1`.`customer_id`, `1`.`employee_id`, `1`.`billing_address_id`, `1`.`shipping_address_id`, cast(`1`.`status` as char), `1`.`priority`, json_extract(if(`1`.`gift` is null, null, if(`1`.`gift`, 'true', 'false')), '$'), concat(trim(trailing '.' from trim(trailing '0' from date_format(`1`.`placed_at`, '%Y-%m-%dT%H:%i:%s.%f'))), '+00:00'), `1`.`required_on`, concat(trim(trailing '.' from trim(trailing '0' from date_format(`1`.`shipped_at`, '%Y-%m-%dT%H:%i:%s.%f'))), '+00:00'), `1`.`total`, cast(`1`.`comment` as char)), 256), 32) as f0
  from `orders` as `1`
  where `1`.`id` = ?
  limit 1
)
union all (select null as r, @@warning_count as j, null)
-- [5]
