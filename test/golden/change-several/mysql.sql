-- write 0
insert into `categories` (`name`)
values (?)
-- ["Toys"]

-- if write 0 changed a row
select '1' as r, concat('{"name":', ifnull(json_quote(`1`.`name`), 'null'), '}') as v0
from `categories` as `1`
where `1`.`id` = ?
-- ["id of write 0"]

-- write 1
select '1' as r, json_array(cast(`1`.`id` as char)) as k
from `categories` as `1`
where `1`.`name` = ?
for update 
-- ["Toys"]

-- write 1, if write 1 changed a row
update json_table(?, '$[*]' columns (n for ordinality, k0 bigint path '$[0]')) as `0` straight_join `categories` as `1` on `1`.`id` = `0`.`k0`
set `1`.`description` = ?
-- ["(id) of write 1","New"]

-- if write 1 changed a row
select concat(`0`.`n`) as r, concat('{"name":', ifnull(json_quote(`1`.`name`), 'null'), ',"description":', ifnull(json_quote(`1`.`description`), 'null'), '}') as v0
from json_table(?, '$[*]' columns (n for ordinality, k0 bigint path '$[0]')) as `0` straight_join `categories` as `1` on `1`.`id` = `0`.`k0`
order by `1`.`id`
limit 1000
-- ["(id) of write 1"]
