(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), ',"customer":', ifnull((
    select ifnull(concat('{"country":', ifnull(json_quote(`3`.`country`), 'null'), '}'), exp(7107107))
    from `customers` as `3`
    where `3`.`id` = `1`.`customer_id` and (`3`.`country` = ? and `3`.`id` >= ?)
  ), 'null'), '}')
  from `orders` as `1`
  where (`1`.`total` > ? and `1`.`placed_at` < ? and (`1`.`gift` = ? or (? and `1`.`gift` not in (0, 1)))) and `1`.`total` < ?
  order by `1`.`placed_at` desc, `1`.`id`
  limit 3
)
union all (
  select '1' as r, concat('{"fields":{"gift":', if(`4`.`gift` is null, 'null', if(`4`.`gift`, 'true', 'false')), '},"aggregations":{"count":', ifnull(coalesce(count(*)), 'null'), ',"sum":', ifnull(coalesce(sum(`4`.`total`)), 'null'), '}}')
  from `orders` as `4`
  where (`4`.`total` > ? and `4`.`placed_at` < ? and (`4`.`gift` = ? or (? and `4`.`gift` not in (0, 1)))) and `4`.`total` < ?
  group by (`4`.`gift` <> 0)
  order by (`4`.`gift` <> 0)
  limit 100
)
union all (
  select '2' as r, concat((
    select count(*)
    from `orders` as `2`
    where (`2`.`total` > ? and `2`.`placed_at` < ? and (`2`.`gift` = ? or (? and `2`.`gift` not in (0, 1)))) and `2`.`total` < ?
  ))
)
-- ["DK",2,"100.50","2024-12-31 00:00:00",0,0,"900.5","100.50","2024-12-31 00:00:00",0,0,"900.5","100.50","2024-12-31 00:00:00",0,0,"900.5"]
