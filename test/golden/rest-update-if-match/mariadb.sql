-- write 0
update `orders` as `1`
set `1`.`status` = ?
where (`1`.`id` = ? and `1`.`status` <> ? and ('*' in (select json_unquote(v) from json_table(?, '$[*]' columns (v json path '$')) as l) or left(sha2(json_array(`1`.`id`, cast(`1`.`reference` as char), `1`.`customer_id`, `1`.`employee_id`, `1`.`billing_address_id`, `1`.`shipping_address_id`, cast(`1`.`status` as char), `1`.`priority`, json_extract(if(`1`.`gift` is null, null, if(`1`.`gift`, 'true', 'false')), '$'), concat(trim(trailing '.' from trim(trailing '0' from date_format(`1`.`placed_at`, '%Y-%m-%dT%H:%i:%s.%f'))), '+00:00'), `1`.`required_on`, concat(trim(trailing '.' from trim(trailing '0' from date_format(`1`.`shipped_at`, '%Y-%m-%dT%H:%i:%s.%f'))), '+00:00'), `1`.`total`, cast(`1`.`comment` as char)), 256), 32) in (select json_unquote(v) from json_table(?, '$[*]' columns (v json path '$')) as l)))
-- ["PAID",1,"DELIVERED","[\"0000000000000000000000\"]","[\"0000000000000000000000\"]"]

-- write 1, unless write 0 changed a row
select '1' as r
from `orders` as `1`
where (`1`.`id` = ? and not (case when `1`.`status` <> ? then true else false end))
-- [1,"DELIVERED"]

-- if write 0 changed a row
(
  select '1' as r, '1' as n, if(`1`.`status` <> ?, '1', '0') as ok, json_object('id', `1`.`id`, 'status', cast(`1`.`status` as char)) as v0, left(sha2(json_array(`1`.`id`, cast(`1`.`reference` as char), `1`.`customer_id`, `1`.`employee_id`, `1`.`billing_address_id`, `1`.`shipping_address_id`, cast(`1`.`status` as char), `1`.`priority`, json_extract(if(`1`.`gift` is null, null, if(`1`.`gift`, 'true', 'false')), '$'), concat(trim(trailing '.' from trim(trailing '0' from date_format(`1`.`placed_at`, '%Y-%m-%dT%H:%i:%s.%f'))), '+00:00'), `1`.`required_on`, concat(trim(trailing '.' from trim(trailing '0' from date_format(`1`.`shipped_at`, '%Y-%m-%dT%H:%i:%s.%f'))), '+00:00'), `1`.`total`, cast(`1`.`comment` as char)), 256), 32) as v1
  from `orders` as `1`
  where `1`.`id` = ?
) union all (select null as r, @@warning_count as j, null, null, null)
-- ["DELIVERED",1]
