(
  select '0' as r, concat('{"month":', ifnull(concat('"', `1`.`month`, '"'), 'null'), ',"country":', ifnull(json_quote(`1`.`country`), 'null'), ',"orders":', ifnull(`1`.`orders`, 'null'), ',"quantity":', ifnull(`1`.`quantity`, 'null'), ',"revenue":', ifnull(`1`.`revenue`, 'null'), ',"customers":[', (
    select ifnull(group_concat(
      ifnull(concat('{"name":', ifnull(json_quote(`2`.`name`), 'null'), '}'), exp(7107107))
      order by `2`.`id` separator ','
    ), '')
    from (
      select `2`.`name`, `2`.`id`
      from `customers` as `2`
      where `2`.`country` = `1`.`country`
      order by `2`.`country`, `2`.`id`
      limit 2
    ) as `2`
  ), ']}'), left(sha2(concat('[', ifnull(concat('"', `1`.`month`, '"'), 'null'), ',', ifnull(json_quote(`1`.`country`), 'null'), ',', ifnull(`1`.`orders`, 'null'), ',', ifnull(`1`.`quantity`, 'null'), ',', ifnull(`1`.`revenue`, 'null'), ']'), 256), 32)
  from `sales` as `1`
  where (`1`.`month` = ? and `1`.`country` = ?)
  limit 1
)
-- ["2023-01-01","NL"]
