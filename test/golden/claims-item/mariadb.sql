(
  select '0' as r, concat('{"name":', ifnull(json_quote(`1`.`name`), 'null'), ',"orders":[', (
    select ifnull(group_concat(
      concat('{"total":', ifnull(`2`.`total`, 'null'), ',"placed_at":', ifnull(concat('"', insert(trim(trailing '.' from trim(trailing '0' from `2`.`placed_at`)), 11, 1, 'T'), '+00:00"'), 'null'), '}')
      order by `2`.`id`
      limit 1
    ), '')
    from `orders` as `2`
    where `2`.`customer_id` = `1`.`id` and (`2`.`total` > ? and `2`.`placed_at` < ? and (`2`.`gift` = ? or (? and `2`.`gift` not in (0, 1))))
  ), ']}')
  from `customers` as `1`
  where (`1`.`country` = ? and `1`.`id` >= ?) and `1`.`id` = ?
  limit 1
)
union all (select null as r, concat(@@warning_count))
-- ["100.50","2024-12-31 00:00:00",0,0,"DK",2,2]
