(
  select '0' as r, concat('{"name":', ifnull(json_quote(`1`.`name`), 'null'), ',"customers_connection":{"groupBy":[', (
    select ifnull(group_concat(g.j order by g.t0 desc, g.t1 limit 100), '')
    from json_table('[1]', '$[*]' columns (n for ordinality)) p
    straight_join (
      select `7`.`country` as l0, concat('{"fields":{"country":', ifnull(json_quote(`4`.`country`), 'null'), '},"aggregations":{"count":', ifnull(coalesce(count(*)), 'null'), '}}') as j, coalesce(count(*)) as t0, `4`.`country` as t1
      from (select distinct `7`.`country` from `sales` as `7`) as `7` join `customers` as `4`
      where `7`.`country` = `4`.`country`
      group by `7`.`country`, `4`.`country`
    ) g on g.l0 = if(p.n, `1`.`country`, null)
  ), ']}}')
  from `suppliers` as `1`
  order by `1`.`name`
  limit 3
)
union all (select null as r, concat(@@warning_count))
-- []
