(
  select '0' as r, concat('{"_etag":"', left(sha2(concat('[', ifnull(`1`.`id`, 'null'), ',', ifnull(json_quote(`1`.`name`), 'null'), ',', ifnull(json_quote(`1`.`country`), 'null'), ',', ifnull(json_quote(`1`.`city`), 'null'), ',', ifnull(json_quote(`1`.`vat_number`), 'null'), ',', ifnull(concat('"', `1`.`birthday`, '"'), 'null'), ',', if(`1`.`newsletter` is null, 'null', if(`1`.`newsletter`, 'true', 'false')), ',', ifnull(`1`.`satisfaction`, 'null'), ',', ifnull(`1`.`loyalty_points`, 'null'), ',', ifnull(`1`.`credit`, 'null'), ',', ifnull(`1`.`account_manager_id`, 'null'), ',', ifnull(json_quote(`1`.`external_id`), 'null'), ',', ifnull(json_quote(`1`.`last_ip`), 'null'), ',', ifnull(json_quote(`1`.`notes`), 'null'), ',', ifnull(concat('"', insert(trim(trailing '.' from trim(trailing '0' from `1`.`created_at`)), 11, 1, 'T'), '+00:00"'), 'null'), ',', ifnull(concat('"', insert(trim(trailing '.' from trim(trailing '0' from `1`.`updated_at`)), 11, 1, 'T'), '+00:00"'), 'null'), ']'), 256), 32), '","name":', ifnull(json_quote(`1`.`name`), 'null'), '}')
  from `customers` as `1`
  where `1`.`id` = ?
  limit 1
)
-- [1]
