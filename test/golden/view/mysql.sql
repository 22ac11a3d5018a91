(
  select '0' as r, concat('{"month":', ifnull(concat('"', `1`.`month`, '"'), 'null'), ',"country":', ifnull(json_quote(`1`.`country`), 'null'), ',"orders":', ifnull(`1`.`orders`, 'null'), ',"revenue":', ifnull(`1`.`revenue`, 'null'), ',"customers":[', (
    select ifnull(group_concat(
      ifnull(concat('{"id":', ifnull(`2`.`id`, 'null'), '}'), exp(7107107))
      order by `2`.`id` separator ','
    ), '')
    from (
      select `2`.`id`
      from `customers` as `2`
      where `2`.`country` = `1`.`country`
      order by `2`.`country`, `2`.`id`
      limit 1
    ) as `2`
  ), ']}')
  from `sales` as `1`
  order by `1`.`revenue` is null desc, `1`.`revenue` desc, `1`.`month` is null, `1`.`month`, `1`.`country` is null, `1`.`country`
  limit 3
)
union all (
  select '1' as r, concat('{"orders":', ifnull(`3`.`orders`, 'null'), '}')
  from `sales` as `3`
  where (`3`.`month` = ? and `3`.`country` = ?)
  limit 1
)
-- ["2024-03-01","NL"]
