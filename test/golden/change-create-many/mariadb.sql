-- write 0
insert into `categories` (`name`, `parent_id`)
values (?, default), (?, ?)
returning '1' as r, json_object('name', cast(`categories`.`name` as char), 'parent_id', `categories`.`parent_id`) as v0, json_object('id', `categories`.`id`) as v1
-- ["Toys","Games","1"]
