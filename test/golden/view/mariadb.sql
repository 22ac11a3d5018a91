(
  select '0' as r, json_object('month', `1`.`month`, 'country', cast(`1`.`country` as char), 'orders', `1`.`orders`, 'revenue', `1`.`revenue`, 'customers', coalesce((
    select json_arrayagg(json_object('id', `2`.`id`) order by `2`.`id` limit 1)
    from `customers` as `2`
    where `2`.`country` = `1`.`country`
  ), json_array())) as j
  from `sales` as `1`
  order by `1`.`revenue` is null desc, `1`.`revenue` desc, `1`.`month` is null, `1`.`month`, `1`.`country` is null, `1`.`country`
  limit 3
)
union all (
  select '1' as r, json_object('orders', `3`.`orders`) as j
  from `sales` as `3`
  where (`3`.`month` = ? and `3`.`country` = ?)
  limit 1
)
union all (select null as r, @@warning_count as j)
-- ["2024-03-01","NL"]
