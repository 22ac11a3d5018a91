(
  select '0' as r, json_object('id', `1`.`id`, 'reference', cast(`1`.`reference` as char), 'status', cast(`1`.`status` as char), 'total', `1`.`total`, 'placed_at', concat(trim(trailing '.' from trim(trailing '0' from date_format(`1`.`placed_at`, '%Y-%m-%dT%H:%i:%s.%f'))), '+00:00'), 'shipped_at', concat(trim(trailing '.' from trim(trailing '0' from date_format(`1`.`shipped_at`, '%Y-%m-%dT%H:%i:%s.%f'))), '+00:00'), 'gift', json_extract(if(`1`.`gift` is null, null, if(`1`.`gift`, 'true', 'false')), '$')) as j
  from `orders` as `1`
  where `1`.`id` = ?
  limit 1
)
union all (select null as r, @@warning_count as j)
-- [7]
