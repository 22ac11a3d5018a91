-- write 0; if write 0 changed a row
start transaction; do last_insert_id(0); insert into `categories` (`name`, `description`)
values (?, ?); set @joinery_0 = if(last_insert_id() > 0, 1, (select 1 from json_table('{}', '$' columns (`the number of the new row is missing` int path '$.number' error on empty)) g)); select '1' as r, ifnull(concat('{"id":', ifnull(`1`.`id`, 'null'), ',"label":', ifnull(json_quote(`1`.`name`), 'null'), ',"description":', ifnull(json_quote(`1`.`description`), 'null'), ',"parent_id":', ifnull(`1`.`parent_id`, 'null'), ',"__typename":"Category"}'), (select 1 union all select 2)) as v0
from `categories` as `1`
where `1`.`id` = last_insert_id(); commit
-- ["Toys","To play with"]
