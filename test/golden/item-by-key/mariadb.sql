(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), ',"reference":', ifnull(json_quote(`1`.`reference`), 'null'), ',"status":', if(length(`1`.`status`) > 0, json_quote(`1`.`status`), if(`1`.`status` is null, 'null', exp(7207207 + length('orders/status')))), ',"total":', ifnull(`1`.`total`, 'null'), ',"placed_at":', ifnull(concat('"', insert(trim(trailing '.' from trim(trailing '0' from `1`.`placed_at`)), 11, 1, 'T'), '+00:00"'), 'null'), ',"shipped_at":', ifnull(concat('"', insert(trim(trailing '.' from trim(trailing '0' from `1`.`shipped_at`)), 11, 1, 'T'), '+00:00"'), 'null'), ',"gift":', if(`1`.`gift` is null, 'null', if(`1`.`gift`, 'true', 'false')), '}')
  from `orders` as `1`
  where `1`.`id` = ?
  limit 1
)
union all (select null as r, concat(@@warning_count))
-- [7]
