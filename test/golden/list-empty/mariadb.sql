(
  select '0' as r, json_object('id', `1`.`id`) as j
  from `customers` as `1`
  where `1`.`country` = ?
  order by `1`.`id`
  limit 100
)
union all (select null as r, @@warning_count as j)
-- ["XX"]
