-- write 0
select '1' as r, json_array(cast(`1`.`id` as char)) as k
from `orders` as `1`
where (`1`.`id` = ? and (`1`.`status` = ? or `1`.`status` = ?))
for update 
-- [8,"PAID","SHIPPED"]

-- write 0, if write 0 changed a row
update `orders` as `1`
set `1`.`status` = ?, `1`.`shipped_at` = ?
where `1`.`id` = ?
-- ["SHIPPED","2026-02-03 04:05:06","id of write 0"]

-- if write 0 changed a row
select '1' as r, '1' as n, if((`1`.`status` = ? or `1`.`status` = ?), '1', '0') as ok
from `orders` as `1`
where `1`.`id` = ?
-- ["PAID","SHIPPED","id of write 0"]
