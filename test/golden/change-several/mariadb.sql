-- write 0
insert into `categories` (`name`)
values (?)
returning '1' as r, concat('{"name":', ifnull(json_quote(`categories`.`name`), 'null'), '}') as v0
-- ["Toys"]

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
(
  select concat(`0`.`n`) as r, concat('{"name":', ifnull(json_quote(`1`.`name`), 'null'), ',"description":', ifnull(json_quote(`1`.`description`), 'null'), '}') as v0
  from json_table(?, '$[*]' columns (n for ordinality, k0 bigint path '$[0]')) as `0` straight_join `categories` as `1` on `1`.`id` = `0`.`k0`
  order by `1`.`id`
  limit 1000
) union all (select null as r, concat(@@warning_count))
-- ["(id) of write 1"]
