(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), ',"country":', ifnull(json_quote(`1`.`country`), 'null'), ',"orders":[', (
    select ifnull(group_concat(
      concat('{"id":', ifnull(`2`.`id`, 'null'), ',"total":', ifnull(`2`.`total`, 'null'), '}')
      order by `2`.`id`
      limit 2
    ), '')
    from `orders` as `2`
    where `2`.`customer_id` = `1`.`id` and (`2`.`total` > ? and `2`.`placed_at` < ? and (`2`.`gift` = ? or (? and `2`.`gift` not in (0, 1))))
  ), ']}')
  from `customers` as `1`
  where (`1`.`country` = ? and `1`.`id` >= ?)
  order by `1`.`id`
  limit 2
)
union all (
  select '1' as r, concat('{"id":', ifnull(`3`.`id`, 'null'), ',"customer":', ifnull((
    select concat('{"name":', ifnull(json_quote(`4`.`name`), 'null'), '}')
    from `customers` as `4`
    where `4`.`id` = `3`.`customer_id` and (`4`.`country` = ? and `4`.`id` >= ?)
  ), 'null'), '}')
  from `orders` as `3`
  where (`3`.`total` > ? and `3`.`placed_at` < ? and (`3`.`gift` = ? or (? and `3`.`gift` not in (0, 1))))
  order by `3`.`total` desc, `3`.`id`
  limit 2
)
union all (select null as r, concat(@@warning_count))
-- ["100.50","2024-12-31 00:00:00",0,0,"DK",2,"DK",2,"100.50","2024-12-31 00:00:00",0,0]
