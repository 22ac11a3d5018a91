-- write 0; if write 0 changed a row
start transaction; insert into `orders` (`reference`, `customer_id`, `billing_address_id`, `placed_at`, `total`, `comment`)
values (if(last_insert_id(0), null, ?), ?, ?, ?, ?, ?); select '1' as r, ifnull(concat('{"id":', ifnull(`1`.`id`, 'null'), ',"reference":', ifnull(json_quote(`1`.`reference`), 'null'), ',"status":', if(length(`1`.`status`) > 0, json_quote(`1`.`status`), if(`1`.`status` is null, 'null', exp(7207207 + length('orders/status')))), ',"total":', ifnull(`1`.`total`, 'null'), ',"comment":', ifnull(json_quote(`1`.`comment`), 'null'), ',"customer":', ifnull((
  select ifnull(concat('{"name":', ifnull(json_quote(`2`.`name`), 'null'), '}'), exp(7107107))
  from `customers` as `2`
  where `2`.`id` = `1`.`customer_id`
), 'null'), '}'), exp(7107107)) as v0, left(sha2(concat('[', ifnull(`1`.`id`, 'null'), ',', ifnull(json_quote(`1`.`reference`), 'null'), ',', ifnull(`1`.`customer_id`, 'null'), ',', ifnull(`1`.`employee_id`, 'null'), ',', ifnull(`1`.`billing_address_id`, 'null'), ',', ifnull(`1`.`shipping_address_id`, 'null'), ',', ifnull(json_quote(`1`.`status`), 'null'), ',', ifnull(`1`.`priority`, 'null'), ',', if(`1`.`gift` is null, 'null', if(`1`.`gift`, 'true', 'false')), ',', ifnull(concat('"', insert(trim(trailing '.' from trim(trailing '0' from `1`.`placed_at`)), 11, 1, 'T'), '+00:00"'), 'null'), ',', ifnull(concat('"', `1`.`required_on`, '"'), 'null'), ',', ifnull(concat('"', insert(trim(trailing '.' from trim(trailing '0' from `1`.`shipped_at`)), 11, 1, 'T'), '+00:00"'), 'null'), ',', ifnull(`1`.`total`, 'null'), ',', ifnull(json_quote(`1`.`comment`), 'null'), ']'), 256), 32) as v1, if(`1`.`id` is null, null, json_unquote(ifnull(`1`.`id`, 'null'))) as v2
from `orders` as `1`
where `1`.`id` = if(last_insert_id() > 0, last_insert_id(), (18446744073709551615 + 711)); commit
-- ["NEW/1","1","1","2024-02-29 12:00:00","1234567890.12",null]
