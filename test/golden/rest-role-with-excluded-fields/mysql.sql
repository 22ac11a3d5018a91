(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), ',"name":', ifnull(json_quote(`1`.`name`), 'null'), ',"country":', ifnull(json_quote(`1`.`country`), 'null'), ',"city":', ifnull(json_quote(`1`.`city`), 'null'), ',"vat_number":', ifnull(json_quote(`1`.`vat_number`), 'null'), ',"birthday":', ifnull(concat('"', `1`.`birthday`, '"'), 'null'), ',"newsletter":', if(`1`.`newsletter` is null, 'null', if(`1`.`newsletter`, 'true', 'false')), ',"satisfaction":', ifnull(`1`.`satisfaction`, 'null'), ',"loyalty_points":', ifnull(`1`.`loyalty_points`, 'null'), ',"credit":', ifnull(`1`.`credit`, 'null'), ',"account_manager_id":', ifnull(`1`.`account_manager_id`, 'null'), ',"external_id":', ifnull(json_quote(`1`.`external_id`), 'null'), ',"last_ip":', ifnull(json_quote(`1`.`last_ip`), 'null'), ',"notes":', ifnull(json_quote(`1`.`notes`), 'null'), ',"created_at":', ifnull(concat('"', insert(trim(trailing '.' from trim(trailing '0' from `1`.`created_at`)), 11, 1, 'T'), '+00:00"'), 'null'), ',"updated_at":', ifnull(concat('"', insert(trim(trailing '.' from trim(trailing '0' from `1`.`updated_at`)), 11, 1, 'T'), '+00:00"'), 'null'), ',"orders":[', (
    select ifnull(group_concat(
      ifnull(concat('{"id":', ifnull(`2`.`id`, 'null'), ',"customer":', ifnull((
        select ifnull(concat('{"id":', ifnull(`3`.`id`, 'null'), ',"name":', ifnull(json_quote(`3`.`name`), 'null'), ',"country":', ifnull(json_quote(`3`.`country`), 'null'), ',"city":', ifnull(json_quote(`3`.`city`), 'null'), ',"vat_number":', ifnull(json_quote(`3`.`vat_number`), 'null'), ',"birthday":', ifnull(concat('"', `3`.`birthday`, '"'), 'null'), ',"newsletter":', if(`3`.`newsletter` is null, 'null', if(`3`.`newsletter`, 'true', 'false')), ',"satisfaction":', ifnull(`3`.`satisfaction`, 'null'), ',"loyalty_points":', ifnull(`3`.`loyalty_points`, 'null'), ',"credit":', ifnull(`3`.`credit`, 'null'), ',"account_manager_id":', ifnull(`3`.`account_manager_id`, 'null'), ',"external_id":', ifnull(json_quote(`3`.`external_id`), 'null'), ',"last_ip":', ifnull(json_quote(`3`.`last_ip`), 'null'), ',"notes":', ifnull(json_quote(`3`.`notes`), 'null'), ',"created_at":', ifnull(concat('"', insert(trim(trailing '.' from trim(trailing '0' from `3`.`created_at`)), 11, 1, 'T'), '+00:00"'), 'null'), ',"updated_at":', ifnull(concat('"', insert(trim(trailing '.' from trim(trailing '0' from `3`.`updated_at`)), 11, 1, 'T'), '+00:00"'), 'null'), '}'), exp(7107107))
        from `customers` as `3`
        where `3`.`id` = `2`.`customer_id`
      ), 'null'), '}'), exp(7107107))
      order by `2`.`id` separator ','
    ), '')
    from (
      select `2`.`id`, `2`.`customer_id`
      from `orders` as `2`
      where `2`.`customer_id` = `1`.`id`
      order by `2`.`customer_id`, `2`.`id`
      limit 1
    ) as `2`
  ), ']}'), left(sha2(concat('[', ifnull(`1`.`id`, 'null'), ',', ifnull(json_quote(`1`.`name`), 'null'), ',', ifnull(json_quote(`1`.`country`), 'null'), ',', ifnull(json_quote(`1`.`city`), 'null'), ',', ifnull(json_quote(`1`.`vat_number`), 'null'), ',', ifnull(concat('"', `1`.`birthday`, '"'), 'null'), ',', if(`1`.`newsletter` is null, 'null', if(`1`.`newsletter`, 'true', 'false')), ',', ifnull(`1`.`satisfaction`, 'null'), ',', ifnull(`1`.`loyalty_points`, 'null'), ',', ifnull(`1`.`credit`, 'null'), ',', ifnull(`1`.`account_manager_id`, 'null'), ',', ifnull(json_quote(`1`.`external_id`), 'null'), ',', ifnull(json_quote(`1`.`last_ip`), 'null'), ',', ifnull(json_quote(`1`.`notes`), 'null'), ',', ifnull(concat('"', insert(trim(trailing '.' from trim(trailing '0' from `1`.`created_at`)), 11, 1, 'T'), '+00:00"'), 'null'), ',', ifnull(concat('"', insert(trim(trailing '.' from trim(trailing '0' from `1`.`updated_at`)), 11, 1, 'T'), '+00:00"'), 'null'), ']'), 256), 32)
  from `customers` as `1`
  where `1`.`id` = ?
  limit 1
)
-- [1]
