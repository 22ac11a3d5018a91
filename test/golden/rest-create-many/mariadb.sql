-- write 0
insert into `categories` (`name`, `parent_id`)
values (?, ?), (?, default)
returning '1' as r, concat('{"id":', ifnull(`categories`.`id`, 'null'), ',"name":', ifnull(json_quote(`categories`.`name`), 'null'), ',"parent_id":', ifnull(`categories`.`parent_id`, 'null'), '}') as v0
-- ["Lamps","1","Bulbs"]
