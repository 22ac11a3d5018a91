(
  select '0' as r, json_object('_etag', left(sha2(json_array(`1`.`id`, cast(`1`.`name` as char), cast(`1`.`country` as char), cast(`1`.`city` as char), cast(`1`.`vat_number` as char), `1`.`birthday`, json_extract(if(`1`.`newsletter` is null, null, if(`1`.`newsletter`, 'true', 'false')), '$'), `1`.`satisfaction`, `1`.`loyalty_points`, `1`.`credit`, `1`.`account_manager_id`, `1`.`external_id`, cast(`1`.`last_ip` as char), cast(`1`.`notes` as char), concat(trim(trailing '.' from trim(trailing '0' from date_format(`1`.`created_at`, '%Y-%m-%dT%H:%i:%s.%f'))), '+00:00'), concat(trim(trailing '.' from trim(trailing '0' from date_format(`1`.`updated_at`, '%Y-%m-%dT%H:%i:%s.%f'))), '+00:00')), 256), 32), 'name', cast(`1`.`name` as char)) as j
  from `customers` as `1`
  where `1`.`id` = ?
  limit 1
)
union all (select null as r, @@warning_count as j)
-- [1]
