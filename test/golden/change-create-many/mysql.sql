-- write 0
insert into `categories` (`name`, `parent_id`)
values (?, default), (?, ?)
-- ["Toys","Games","1"]

-- if write 0 changed a row
select concat(`0`.`n`) as r, concat('{"name":', ifnull(json_quote(`1`.`name`), 'null'), ',"parent_id":', ifnull(`1`.`parent_id`, 'null'), '}') as v0, concat('{"id":', ifnull(`1`.`id`, 'null'), '}') as v1
from json_table(?, '$[*]' columns (n for ordinality, k0 bigint path '$[0]')) as `0` straight_join `categories` as `1` on `1`.`id` = `0`.`k0`
order by `0`.`n`
limit 2
-- ["(id) of write 0"]
