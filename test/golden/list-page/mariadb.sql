(
  select '0' as r, json_object('id', `1`.`id`) as j
  from `orders` as `1`
  order by `1`.`id`
  limit 3
  offset 5
)
union all (select null as r, @@warning_count as j)
-- []
