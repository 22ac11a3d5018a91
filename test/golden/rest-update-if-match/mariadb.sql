-- write 0
update `orders` as `1`
set `1`.`status` = ?
where (`1`.`id` = ? and `1`.`status` <> ? and ('*' in (select json_unquote(v) collate utf8mb4_nopad_bin from json_table(?, '$[*]' columns (v json path '$')) as l) or left(sha2(concat('[', ifnull(`1`.`id`, 'null'), ',', ifnull(json_quote(`1`.`reference`), 'null'), ',', ifnull(`1`.`customer_id`, 'null'), ',', ifnull(`1`.`employee_id`, 'null'), ',', ifnull(`1`.`billing_address_id`, 'null'), ',', ifnull(`1`.`shipping_address_id`, 'null'), ',', ifnull(json_quote(`1`.`status`), 'null'), ',', ifnull(`1`.`priority`, 'null'), ',', if(`1`.`gift` is null, 'null', if(`1`.`gift`, 'true', 'false')), ',', ifnull(concat('"', insert(trim(trailing '.' from trim(trailing '0' from `1`.`placed_at`)), 11, 1, 'T'), '+00:00"'), 'null'), ',', ifnull(concat('"', `1`.`required_on`, '"'), 'null'), ',', ifnull(concat('"', insert(trim(trailing '.' from trim(trailing '0' from `1`.`shipped_at`)), 11, 1, 'T'), '+00:00"'), 'null'), ',', ifnull(`1`.`total`, 'null'), ',', ifnull(json_quote(`1`.`comment`), 'null'), ']'), 256), 32) in (select json_unquote(v) collate utf8mb4_nopad_bin from json_table(?, '$[*]' columns (v json path '$')) as l)))
-- ["PAID",1,"DELIVERED","[\"0000000000000000000000\"]","[\"0000000000000000000000\"]"]

-- write 1, unless write 0 changed a row
select '1' as r
from `orders` as `1`
where (`1`.`id` = ? and not (case when `1`.`status` <> ? then true else false end))
-- [1,"DELIVERED"]

-- if write 0 changed a row
(
  select '1' as r, '1' as n, if(`1`.`status` <> ?, '1', '0') as ok, concat('{"id":', ifnull(`1`.`id`, 'null'), ',"status":', if(length(`1`.`status`) > 0, json_quote(`1`.`status`), if(`1`.`status` is null, 'null', exp(7207207 + length('orders/status')))), '}') as v0, left(sha2(concat('[', ifnull(`1`.`id`, 'null'), ',', ifnull(json_quote(`1`.`reference`), 'null'), ',', ifnull(`1`.`customer_id`, 'null'), ',', ifnull(`1`.`employee_id`, 'null'), ',', ifnull(`1`.`billing_address_id`, 'null'), ',', ifnull(`1`.`shipping_address_id`, 'null'), ',', ifnull(json_quote(`1`.`status`), 'null'), ',', ifnull(`1`.`priority`, 'null'), ',', if(`1`.`gift` is null, 'null', if(`1`.`gift`, 'true', 'false')), ',', ifnull(concat('"', insert(trim(trailing '.' from trim(trailing '0' from `1`.`placed_at`)), 11, 1, 'T'), '+00:00"'), 'null'), ',', ifnull(concat('"', `1`.`required_on`, '"'), 'null'), ',', ifnull(concat('"', insert(trim(trailing '.' from trim(trailing '0' from `1`.`shipped_at`)), 11, 1, 'T'), '+00:00"'), 'null'), ',', ifnull(`1`.`total`, 'null'), ',', ifnull(json_quote(`1`.`comment`), 'null'), ']'), 256), 32) as v1
  from `orders` as `1`
  where `1`.`id` = ?
) union all (select null as r, concat(@@warning_count), null, null, null)
-- ["DELIVERED",1]
