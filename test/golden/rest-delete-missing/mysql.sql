-- write 0
select '1' as r, json_array(cast(`1`.`id` as char)) as k, '{"__typename":"Category"}' as v0
from `categories` as `1`
where `1`.`id` = ?
for update 
-- [9999]

-- write 0, if write 0 changed a row
delete
from `categories` as `1`
where `1`.`id` = ?
-- ["id of write 0"]
