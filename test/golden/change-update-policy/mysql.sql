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
select '1' as r, '1' as n, if(`1`.`status` <> ?, '1', '0') as ok, concat('{"comment":', ifnull(json_quote(`1`.`comment`), 'null'), ',"customer":', ifnull((
  select ifnull(concat('{"name":', ifnull(json_quote(`2`.`name`), 'null'), '}'), exp(7107107))
  from `customers` as `2`
  where `2`.`id` = `1`.`customer_id`
), 'null'), '}') as v0
from `orders` as `1`
where `1`.`id` = ?
-- ["DELIVERED",2]
