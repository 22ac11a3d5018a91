(
  select '0' as r, concat('{"name":', ifnull(json_quote(`1`.`name`), 'null'), ',"products_connection":{"groupBy":[', (
    select ifnull(group_concat(
      g.j
      order by g.t0 <=> null desc, g.t0 desc, g.t1 separator ','
    ), '')
    from (
      select ifnull(concat('{"fields":{"discontinued":', if(`4`.`discontinued` is null, 'null', if(`4`.`discontinued`, 'true', 'false')), '},"aggregations":{"count":', ifnull(coalesce(count(*)), 'null'), ',"max":', ifnull(coalesce(max(`4`.`price`)), 'null'), '}}'), exp(7107107)) as j, coalesce(max(`4`.`price`)) as t0, (`4`.`discontinued` <> 0) as t1
      from `products` as `4`
      where exists (
        select 1
        from `product_suppliers` as `6`
        where `6`.`supplier_id` = `1`.`id` and `6`.`product_id` = `4`.`id`
      ) and `4`.`price` > ?
      group by (`4`.`discontinued` <> 0)
      order by coalesce(max(`4`.`price`)) is null desc, coalesce(max(`4`.`price`)) desc, (`4`.`discontinued` <> 0)
      limit 100
    ) as g
  ), ']}}')
  from `suppliers` as `1`
  order by `1`.`name`
  limit 3
)
-- ["10"]
