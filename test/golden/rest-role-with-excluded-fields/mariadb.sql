(
  select '0' as r, json_object('id', `1`.`id`, 'name', cast(`1`.`name` as char), 'country', cast(`1`.`country` as char), 'city', cast(`1`.`city` as char), 'vat_number', cast(`1`.`vat_number` as char), 'birthday', `1`.`birthday`, 'newsletter', json_extract(if(`1`.`newsletter` is null, null, if(`1`.`newsletter`, 'true', 'false')), '$'), 'satisfaction', `1`.`satisfaction`, 'loyalty_points', `1`.`loyalty_points`, 'credit', `1`.`credit`, 'account_manager_id', `1`.`account_manager_id`, 'external_id', `1`.`external_id`, 'last_ip', cast(`1`.`last_ip` as char), 'notes', cast(`1`.`notes` as char), 'created_at', concat(trim(trailing '.' from trim(trailing '0' from date_format(`1`.`created_at`, '%Y-%m-%dT%H:%i:%s.%f'))), '+00:00'), 'updated_at', concat(trim(trailing '.' from trim(trailing '0' from date_format(`1`.`updated_at`, '%Y-%m-%dT%H:%i:%s.%f'))), '+00:00'), 'orders', coalesce((
    select json_arrayagg(
      json_object('id', `2`.`id`, 'customer', (
        select json_object('id', `3`.`id`, 'name', cast(`3`.`name` as char), 'country', cast(`3`.`country` as char), 'city', cast(`3`.`city` as char), 'vat_number', cast(`3`.`vat_number` as char), 'birthday', `3`.`birthday`, 'newsletter', json_extract(if(`3`.`newsletter` is null, null, if(`3`.`newsletter`, 'true', 'false')), '$'), 'satisfaction', `3`.`satisfaction`, 'loyalty_points', `3`.`loyalty_points`, 'credit', `3`.`credit`, 'account_manager_id', `3`.`account_manager_id`, 'external_id', `3`.`external_id`, 'last_ip', cast(`3`.`last_ip` as char), 'notes', cast(`3`.`notes` as char), 'created_at', concat(trim(trailing '.' from trim(trailing '0' from date_format(`3`.`created_at`, '%Y-%m-%dT%H:%i:%s.%f'))), '+00:00'), 'updated_at', concat(trim(trailing '.' from trim(trailing '0' from date_format(`3`.`updated_at`, '%Y-%m-%dT%H:%i:%s.%f'))), '+00:00'))
        from `customers` as `3`
        where `3`.`id` = `2`.`customer_id`
      ))
      order by `2`.`id`
      limit 1
    )
    from `orders` as `2`
    where `2`.`customer_id` = `1`.`id`
  ), json_array())) as j, left(sha2(json_array(`1`.`id`, cast(`1`.`name` as char), cast(`1`.`country` as char), cast(`1`.`city` as char), cast(`1`.`vat_number` as char), `1`.`birthday`, json_extract(if(`1`.`newsletter` is null, null, if(`1`.`newsletter`, 'true', 'false')), '$'), `1`.`satisfaction`, `1`.`loyalty_points`, `1`.`credit`, `1`.`account_manager_id`, `1`.`external_id`, cast(`1`.`last_ip` as char), cast(`1`.`notes` as char), concat(trim(trailing '.' from trim(trailing '0' from date_format(`1`.`created_at`, '%Y-%m-%dT%H:%i:%s.%f'))), '+00:00'), concat(trim(trailing '.' from trim(trailing '0' from date_format(`1`.`updated_at`, '%Y-%m-%dT%H:%i:%s.%f'))), '+00:00')), 256), 32) as f0
  from `customers` as `1`
  where `1`.`id` = ?
  limit 1
)
union all (select null as r, @@warning_count as j, null)
-- [1]
