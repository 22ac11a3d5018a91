-- write 0
insert into `categories` (`name`, `parent_id`)
values (?, ?), (?, default)
returning '1' as r, json_object('id', `categories`.`id`, 'name', cast(`categories`.`name` as char), 'parent_id', `categories`.`parent_id`) as v0
-- ["Lamps","1","Bulbs"]
