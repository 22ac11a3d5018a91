-- write 0; if write 0 changed a row
start transaction; insert into `categories` (`name`, `description`)
values (if(last_insert_id(0), null, ?), ?); select '1' as r, ifnull(concat('{"id":', ifnull(`1`.`id`, 'null'), ',"label":', ifnull(json_quote(`1`.`name`), 'null'), ',"description":', ifnull(json_quote(`1`.`description`), 'null'), ',"parent_id":', ifnull(`1`.`parent_id`, 'null'), ',"__typename":"Category"}'), exp(7107107)) as v0
from `categories` as `1`
where `1`.`id` = if(last_insert_id() > 0, last_insert_id(), (18446744073709551615 + 711)); commit
-- ["Toys","To play with"]
