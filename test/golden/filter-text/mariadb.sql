(
  select '0' as r, concat('{"name":', ifnull(json_quote(`1`.`name`), 'null'), '}')
  from `products` as `1`
  where (lower(`1`.`name`) like lower(?) and not (`1`.`name` like ?))
  order by `1`.`id`
  limit 3
)
union all (
  select '1' as r, concat('{"name":', ifnull(json_quote(`2`.`name`), 'null'), '}')
  from `customers` as `2`
  where concat(`2`.`name`) like ?
  order by `2`.`id`
  limit 3
)
union all (
  select '2' as r, concat('{"notes":', ifnull(json_quote(`3`.`notes`), 'null'), '}')
  from `customers` as `3`
  where `3`.`notes` like ?
  order by `3`.`id`
  limit 3
)
union all (
  select '3' as r, concat('{"notes":', ifnull(json_quote(`4`.`notes`), 'null'), '}')
  from `customers` as `4`
  where `4`.`notes` like ?
  order by `4`.`id`
  limit 3
)
union all (select null as r, concat(@@warning_count))
-- ["%E%","%zzz%","A%","%100\\%%","%\\\\%"]
