(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), ',"cheap":[', (
    select ifnull(group_concat(
      concat('{"total":', ifnull(`2`.`total`, 'null'), '}')
      order by `2`.`total`, `2`.`id`
      limit 1
    ), '')
    from `orders` as `2`
    where `2`.`customer_id` = `1`.`id`
  ), '],"dear":[', (
    select ifnull(group_concat(
      concat('{"total":', ifnull(`3`.`total`, 'null'), '}')
      order by `3`.`total` desc, `3`.`id`
      limit 1
    ), '')
    from `orders` as `3`
    where `3`.`customer_id` = `1`.`id`
  ), '],"t":', ifnull(json_quote(`1`.`name`), 'null'), ',"select":', ifnull(json_quote(`1`.`country`), 'null'), '}')
  from `customers` as `1`
  order by `1`.`id`
  limit 2
)
union all (select null as r, concat(@@warning_count))
-- []
