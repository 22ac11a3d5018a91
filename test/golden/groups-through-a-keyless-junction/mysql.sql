(
  select '0' as r, concat('{"name":', ifnull(json_quote(`1`.`name`), 'null'), ',"customers_connection":{"groupBy":[', (
    select ifnull(group_concat(g.j order by g.t0 desc, g.t1 separator ','), '')
    from (
      select ifnull(concat('{"fields":{"country":', ifnull(json_quote(`4`.`country`), 'null'), '},"aggregations":{"count":', ifnull(coalesce(count(*)), 'null'), '}}'), exp(7107107)) as j, coalesce(count(*)) as t0, `4`.`country` as t1
      from `customers` as `4`
      where exists (
        select 1
        from `sales` as `6`
        where `6`.`country` = `1`.`country` and `6`.`country` = `4`.`country`
      )
      group by `4`.`country`
      order by coalesce(count(*)) desc, `4`.`country`
      limit 100
    ) as g
  ), ']}}')
  from `suppliers` as `1`
  order by `1`.`name`
  limit 3
)
-- []
