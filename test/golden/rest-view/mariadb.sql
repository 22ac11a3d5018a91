(
  select '0' as r, json_object('month', `1`.`month`, 'country', cast(`1`.`country` as char), 'orders', `1`.`orders`, 'quantity', `1`.`quantity`, 'revenue', `1`.`revenue`, 'customers', coalesce((
    select json_arrayagg(
      json_object('name', cast(`2`.`name` as char))
      order by `2`.`id`
      limit 2
    )
    from `customers` as `2`
    where `2`.`country` = `1`.`country`
  ), json_array())) as j, left(sha2(json_array(`1`.`month`, cast(`1`.`country` as char), `1`.`orders`, `1`.`quantity`, `1`.`revenue`), 256), 32) as f0
  from `sales` as `1`
  where (`1`.`month` = ? and `1`.`country` = ?)
  limit 1
)
union all (select null as r, @@warning_count as j, null)
-- ["2023-01-01","NL"]
