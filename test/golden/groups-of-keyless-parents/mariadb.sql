(
  select '0' as r, concat('{"name":', ifnull(json_quote(`1`.`name`), 'null'), ',"products_connection":{"groupBy":[', (
    select ifnull(group_concat(g.j order by g.t0 is null desc, g.t0 desc, g.t1 limit 100), '')
    from json_table('[1]', '$[*]' columns (n for ordinality)) p
    straight_join (
      select `7`.`supplier_id` as l0, concat('{"fields":{"discontinued":', if(`4`.`discontinued` is null, 'null', if(`4`.`discontinued`, 'true', 'false')), '},"aggregations":{"count":', ifnull(coalesce(count(*)), 'null'), ',"max":', ifnull(coalesce(max(`4`.`price`)), 'null'), '}}') as j, coalesce(max(`4`.`price`)) as t0, (`4`.`discontinued` <> 0) as t1
      from `product_suppliers` as `7` join `products` as `4`
      where `4`.`price` > ? and `7`.`product_id` = `4`.`id`
      group by `7`.`supplier_id`, (`4`.`discontinued` <> 0)
    ) g on g.l0 = if(p.n, `1`.`id`, null)
  ), ']}}')
  from `suppliers` as `1`
  order by `1`.`name`
  limit 3
)
union all (select null as r, concat(@@warning_count))
-- ["10"]
