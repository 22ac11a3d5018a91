-- write 0
insert into `categories` (`name`, `parent_id`)
values (?, ?), (?, default)
-- ["Lamps","1","Bulbs"]

-- if write 0 changed a row
select concat(`0`.`n`) as r, concat('{"id":', ifnull(`1`.`id`, 'null'), ',"name":', ifnull(json_quote(`1`.`name`), 'null'), ',"parent_id":', ifnull(`1`.`parent_id`, 'null'), '}') as v0
from json_table(?, '$[*]' columns (n for ordinality, k0 bigint path '$[0]')) as `0` straight_join `categories` as `1` on `1`.`id` = `0`.`k0`
order by `0`.`n`
limit 2
-- ["(id) of write 0"]
