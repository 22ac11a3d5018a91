-- write 0; if write 0 changed a row
start transaction; update `categories` as `1`
set `1`.`name` = ?, `1`.`description` = ?
where `1`.`id` = ?; select '1' as r, ifnull(concat('{"id":', ifnull(`1`.`id`, 'null'), ',"name":', ifnull(json_quote(`1`.`name`), 'null'), ',"description":', ifnull(json_quote(`1`.`description`), 'null'), '}'), exp(7107107)) as v0
from `categories` as `1`
where `1`.`id` = ?; commit
-- ["Cooking",null,3,3]
