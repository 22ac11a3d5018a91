-- write 0
select '1' as r, json_array(cast(`1`.`id` as char)) as k
from `orders` as `1`
where (`1`.`id` = ? and (`1`.`status` = ? or `1`.`status` = ?))
for update 
-- [8,"PAID","SHIPPED"]

-- write 0, if write 0 changed a row
update json_table(?, '$[*]' columns (n for ordinality, k0 bigint path '$[0]')) as `0` straight_join `orders` as `1` on `1`.`id` = `0`.`k0`
set `1`.`status` = ?, `1`.`shipped_at` = ?
-- ["keys of write 0","SHIPPED","2026-02-03 04:05:06"]

-- if write 0 changed a row
select concat(`0`.`n`) as r, concat(json_length(?)) as n, if((`1`.`status` = ? or `1`.`status` = ?), '1', '0') as ok
from json_table(?, '$[*]' columns (n for ordinality, k0 bigint path '$[0]')) as `0` straight_join `orders` as `1` on `1`.`id` = `0`.`k0`
order by `0`.`n`
-- ["keys of write 0","PAID","SHIPPED","keys of write 0"]
