-- write 0; if write 0 changed a row
start transaction; insert into `categories` (`name`)
values (if(last_insert_id(0), null, ?)); select '1' as r, if(`1`.`name` = ?, ifnull(concat('{"id":', ifnull(`1`.`id`, 'null'), ',"name":', ifnull(json_quote(`1`.`name`), 'null'), ',"description":', ifnull(json_quote(`1`.`description`), 'null'), ',"parent_id":', ifnull(`1`.`parent_id`, 'null'), '}'), exp(7107107)), '') as v0, left(sha2(concat('[', ifnull(`1`.`id`, 'null'), ',', ifnull(json_quote(`1`.`name`), 'null'), ',', ifnull(json_quote(`1`.`description`), 'null'), ',', ifnull(`1`.`parent_id`, 'null'), ']'), 256), 32) as v1, if(`1`.`id` is null, null, json_unquote(ifnull(`1`.`id`, 'null'))) as v2
from `categories` as `1`
where `1`.`id` = if(last_insert_id() > 0, last_insert_id(), (18446744073709551615 + 711)); commit
-- ["Unseen","Seen"]
