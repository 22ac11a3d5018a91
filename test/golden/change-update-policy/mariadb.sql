-- write 0
update `orders` as `1`
set `1`.`comment` = ?
where (`1`.`id` = ? and `1`.`status` <> ?)
-- ["Call first",2,"DELIVERED"]

-- write 1, unless write 0 changed a row
select '1' as r
from `orders` as `1`
where (`1`.`id` = ? and not (case when `1`.`status` <> ? then true else false end))
-- [2,"DELIVERED"]

-- if write 0 changed a row
(
  select '1' as r, '1' as n, if(`1`.`status` <> ?, '1', '0') as ok, json_object('comment', cast(`1`.`comment` as char), 'customer', (
    select json_object('name', cast(`2`.`name` as char))
    from `customers` as `2`
    where `2`.`id` = `1`.`customer_id`
  )) as v0
  from `orders` as `1`
  where `1`.`id` = ?
) union all (select null as r, @@warning_count as j, null, null)
-- ["DELIVERED",2]
