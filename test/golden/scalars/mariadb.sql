(
  select '0' as r, json_object('id', `1`.`id`, 'sku', `1`.`sku`, 'price', `1`.`price`, 'unit_cost', `1`.`unit_cost`, 'stock', `1`.`stock`, 'discontinued', json_extract(if(`1`.`discontinued` is null, null, if(`1`.`discontinued`, 'true', 'false')), '$'), 'weight', `1`.`weight`, 'rating', case `1`.`rating` when cast(cast(`1`.`rating` as char) + 0e0 as float) then cast(`1`.`rating` as char) + 0e0 when cast(concat(round(`1`.`rating` / pow(10, floor(log10(abs(`1`.`rating`)))), 6), 'e', floor(log10(abs(`1`.`rating`)))) + 0e0 as float) then concat(round(`1`.`rating` / pow(10, floor(log10(abs(`1`.`rating`)))), 6), 'e', floor(log10(abs(`1`.`rating`)))) + 0e0 when cast(concat(round(`1`.`rating` / pow(10, floor(log10(abs(`1`.`rating`)))), 7), 'e', floor(log10(abs(`1`.`rating`)))) + 0e0 as float) then concat(round(`1`.`rating` / pow(10, floor(log10(abs(`1`.`rating`)))), 7), 'e', floor(log10(abs(`1`.`rating`)))) + 0e0 else concat(round(`1`.`rating` / pow(10, floor(log10(abs(`1`.`rating`)))), 8), 'e', floor(log10(abs(`1`.`rating`)))) + 0e0 end, 'barcode', `1`.`barcode`, 'available_from', `1`.`available_from`, 'pickup_from', trim(trailing '.' from trim(trailing '0' from cast(`1`.`pickup_from` as char))), 'created_at', concat(trim(trailing '.' from trim(trailing '0' from date_format(`1`.`created_at`, '%Y-%m-%dT%H:%i:%s.%f'))), '+00:00'), 'thumbnail', replace(to_base64(`1`.`thumbnail`), '\n', ''), 'attributes', `1`.`attributes`) as j
  from `products` as `1`
  where `1`.`id` in (select v from json_table(?, '$[*]' columns (v bigint path '$')) as l)
  order by `1`.`id`
  limit 4
)
union all (
  select '1' as r, json_object('loyalty_points', `2`.`loyalty_points`, 'credit', `2`.`credit`, 'external_id', `2`.`external_id`, 'created_at', concat(trim(trailing '.' from trim(trailing '0' from date_format(`2`.`created_at`, '%Y-%m-%dT%H:%i:%s.%f'))), '+00:00'), 'updated_at', concat(trim(trailing '.' from trim(trailing '0' from date_format(`2`.`updated_at`, '%Y-%m-%dT%H:%i:%s.%f'))), '+00:00'), 'birthday', `2`.`birthday`) as j
  from `customers` as `2`
  order by `2`.`id`
  limit 2
)
union all (
  select '2' as r, json_object('balance', `3`.`balance`, 'since', `3`.`since`) as j
  from `suppliers` as `3`
  order by `3`.`balance` desc, `3`.`id`
  limit 2
)
union all (select null as r, @@warning_count as j)
-- ["[1,2,3,4]"]
