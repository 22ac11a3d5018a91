-- write 0
insert into `categories` (`name`)
values (?)
returning '1' as r, if(`categories`.`name` = ?, concat('{"id":', ifnull(`categories`.`id`, 'null'), ',"name":', ifnull(json_quote(`categories`.`name`), 'null'), ',"description":', ifnull(json_quote(`categories`.`description`), 'null'), ',"parent_id":', ifnull(`categories`.`parent_id`, 'null'), '}'), '') as v0, left(sha2(concat('[', ifnull(`categories`.`id`, 'null'), ',', ifnull(json_quote(`categories`.`name`), 'null'), ',', ifnull(json_quote(`categories`.`description`), 'null'), ',', ifnull(`categories`.`parent_id`, 'null'), ']'), 256), 32) as v1, if(`categories`.`id` is null, null, json_unquote(ifnull(`categories`.`id`, 'null'))) as v2
-- ["Unseen","Seen"]
