(
  select '0' as r, concat('{"name":', ifnull(json_quote(`1`.`name`), 'null'), ',"orders":[', (
    select ifnull(group_concat(
      ifnull(concat('{"total":', ifnull(`2`.`total`, 'null'), ',"placed_at":', ifnull(concat('"', insert(trim(trailing '.' from trim(trailing '0' from `2`.`placed_at`)), 11, 1, 'T'), '+00:00"'), 'null'), '}'), exp(7107107))
      order by `2`.`id` separator ','
    ), '')
    from (
      select `2`.`total`, `2`.`placed_at`, `2`.`id`
      from `orders` as `2`
      where `2`.`customer_id` = `1`.`id` and (`2`.`total` > ? and `2`.`placed_at` < ? and (`2`.`gift` = ? or (? and `2`.`gift` not in (0, 1))))
      order by `2`.`customer_id`, `2`.`id`
      limit 1
    ) as `2`
  ), ']}')
  from `customers` as `1`
  where (`1`.`country` = ? and `1`.`id` >= ?) and `1`.`id` = ?
  limit 1
)
-- ["100.50","2024-12-31 00:00:00",0,0,"DK",2,2]
