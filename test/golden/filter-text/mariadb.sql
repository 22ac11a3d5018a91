(
  select '0' as r, json_object('name', cast(`1`.`name` as char)) as j
  from `products` as `1`
  where (lower(`1`.`name`) like lower(?) and not (`1`.`name` like ?))
  order by `1`.`id`
  limit 3
)
union all (
  select '1' as r, json_object('name', cast(`2`.`name` as char)) as j
  from `customers` as `2`
  where `2`.`name` like ?
  order by `2`.`id`
  limit 3
)
union all (
  select '2' as r, json_object('notes', cast(`3`.`notes` as char)) as j
  from `customers` as `3`
  where `3`.`notes` like ?
  order by `3`.`id`
  limit 3
)
union all (
  select '3' as r, json_object('notes', cast(`4`.`notes` as char)) as j
  from `customers` as `4`
  where `4`.`notes` like ?
  order by `4`.`id`
  limit 3
)
union all (select null as r, @@warning_count as j)
-- ["%E%","%zzz%","A%","%100\\%%","%\\\\%"]
