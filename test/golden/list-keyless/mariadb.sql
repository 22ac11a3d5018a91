(
  select '0' as r, concat('{"country":', ifnull(json_quote(`1`.`country`), 'null'), ',"revenue":', ifnull(`1`.`revenue`, 'null'), '}')
  from `sales` as `1`
  order by `1`.`month` is null, `1`.`month`, `1`.`country` is null, `1`.`country`, `1`.`orders` is null, `1`.`orders`, `1`.`quantity` is null, `1`.`quantity`, `1`.`revenue` is null, `1`.`revenue`
  limit 3
  offset 1
)
union all (
  select '1' as r, concat('{"month":', ifnull(concat('"', `2`.`month`, '"'), 'null'), ',"country":', ifnull(json_quote(`2`.`country`), 'null'), '}')
  from `sales` as `2`
  order by `2`.`month` is null, `2`.`month`, `2`.`country` is null, `2`.`country`, `2`.`orders` is null, `2`.`orders`, `2`.`quantity` is null, `2`.`quantity`, `2`.`revenue` is null, `2`.`revenue`
  limit 3
)
union all (select null as r, concat(@@warning_count))
-- []
