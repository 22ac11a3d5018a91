(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), ',"sku":', ifnull(concat('"', `1`.`sku`, '"'), 'null'), ',"price":', ifnull(`1`.`price`, 'null'), ',"unit_cost":', ifnull(`1`.`unit_cost`, 'null'), ',"stock":', ifnull(`1`.`stock`, 'null'), ',"discontinued":', if(`1`.`discontinued` is null, 'null', if(`1`.`discontinued`, 'true', 'false')), ',"weight":', ifnull(cast(`1`.`weight` as char(40)), 'null'), ',"rating":', ifnull(case `1`.`rating` when cast(cast(`1`.`rating` as char) + 0e0 as float) then cast(`1`.`rating` as char) + 0e0 when cast(concat(round(`1`.`rating` / pow(10, floor(log10(abs(`1`.`rating`)))), 6), 'e', floor(log10(abs(`1`.`rating`)))) + 0e0 as float) then concat(round(`1`.`rating` / pow(10, floor(log10(abs(`1`.`rating`)))), 6), 'e', floor(log10(abs(`1`.`rating`)))) + 0e0 when cast(least(greatest(concat(round(`1`.`rating` / pow(10, floor(log10(abs(`1`.`rating`)))), 7), 'e', floor(log10(abs(`1`.`rating`)))) + 0e0, -3.4028234663852886e38), 3.4028234663852886e38) as float) then concat(round(`1`.`rating` / pow(10, floor(log10(abs(`1`.`rating`)))), 7), 'e', floor(log10(abs(`1`.`rating`)))) + 0e0 else concat(round(`1`.`rating` / pow(10, floor(log10(abs(`1`.`rating`)))), 8), 'e', floor(log10(abs(`1`.`rating`)))) + 0e0 end, 'null'), ',"barcode":', ifnull(`1`.`barcode`, 'null'), ',"available_from":', ifnull(concat('"', `1`.`available_from`, '"'), 'null'), ',"pickup_from":', ifnull(concat('"', trim(trailing '.' from trim(trailing '0' from `1`.`pickup_from`)), '"'), 'null'), ',"created_at":', ifnull(concat('"', insert(trim(trailing '.' from trim(trailing '0' from `1`.`created_at`)), 11, 1, 'T'), '+00:00"'), 'null'), ',"thumbnail":', ifnull(concat('"', replace(to_base64(`1`.`thumbnail`), '\n', ''), '"'), 'null'), ',"attributes":', ifnull(cast(`1`.`attributes` as char), 'null'), '}')
  from `products` as `1`
  where `1`.`id` in (select v from json_table(?, '$[*]' columns (v bigint path '$')) as l)
  order by `1`.`id`
  limit 4
)
union all (
  select '1' as r, concat('{"loyalty_points":', ifnull(`2`.`loyalty_points`, 'null'), ',"credit":', ifnull(`2`.`credit`, 'null'), ',"external_id":', ifnull(concat('"', `2`.`external_id`, '"'), 'null'), ',"created_at":', ifnull(concat('"', insert(trim(trailing '.' from trim(trailing '0' from `2`.`created_at`)), 11, 1, 'T'), '+00:00"'), 'null'), ',"updated_at":', ifnull(concat('"', insert(trim(trailing '.' from trim(trailing '0' from `2`.`updated_at`)), 11, 1, 'T'), '+00:00"'), 'null'), ',"birthday":', ifnull(concat('"', `2`.`birthday`, '"'), 'null'), '}')
  from `customers` as `2`
  order by `2`.`id`
  limit 2
)
union all (
  select '2' as r, concat('{"balance":', ifnull(`3`.`balance`, 'null'), ',"since":', ifnull(concat('"', `3`.`since`, '"'), 'null'), '}')
  from `suppliers` as `3`
  order by `3`.`balance` desc, `3`.`id`
  limit 2
)
union all (select null as r, concat(@@warning_count))
-- ["[1,2,3,4]"]
