-- write 0
insert into `categories` (`name`, `description`)
values (?, ?)
returning '1' as r, concat('{"id":', ifnull(`categories`.`id`, 'null'), ',"label":', ifnull(json_quote(`categories`.`name`), 'null'), ',"description":', ifnull(json_quote(`categories`.`description`), 'null'), ',"parent_id":', ifnull(`categories`.`parent_id`, 'null'), ',"__typename":"Category"}') as v0
-- ["Toys","To play with"]
