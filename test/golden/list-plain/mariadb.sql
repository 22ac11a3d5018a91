(
  select '0' as r, json_object('id', `1`.`id`, 'name', cast(`1`.`name` as char), 'parent_id', `1`.`parent_id`) as j
  from `categories` as `1`
  order by `1`.`id`
  limit 100
)
union all (select null as r, @@warning_count as j)
-- []
