-- write 0
insert into `categories` (`name`, `description`)
values (?, ?)
returning '1' as r, json_object('id', `categories`.`id`, 'label', cast(`categories`.`name` as char), 'description', cast(`categories`.`description` as char), 'parent_id', `categories`.`parent_id`, '__typename', 'Category') as v0
-- ["Toys","To play with"]
