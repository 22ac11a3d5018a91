(
  select '0' as r, json_object('id', `1`.`id`, 'birthday', `1`.`birthday`) as j
  from `customers` as `1`
  order by `1`.`birthday` is null, `1`.`birthday`, `1`.`id`
  limit 3
)
union all (
  select '1' as r, json_object('id', `2`.`id`, 'birthday', `2`.`birthday`) as j
  from `customers` as `2`
  order by `2`.`birthday` is null desc, `2`.`birthday` desc, `2`.`id`
  limit 3
)
union all (
  select '2' as r, json_object('id', `3`.`id`, 'birthday', `3`.`birthday`) as j
  from `customers` as `3`
  order by `3`.`birthday`, `3`.`id` desc
  limit 3
)
union all (
  select '3' as r, json_object('id', `4`.`id`, 'birthday', `4`.`birthday`) as j
  from `customers` as `4`
  order by `4`.`birthday` desc, `4`.`name`, `4`.`id`
  limit 3
)
union all (select null as r, @@warning_count as j)
-- []
