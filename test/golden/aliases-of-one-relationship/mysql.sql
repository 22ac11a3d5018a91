(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), ',"cheap":[', (
    select ifnull(group_concat(
      ifnull(concat('{"total":', ifnull(`2`.`total`, 'null'), '}'), exp(7107107))
      order by `2`.`total`, `2`.`id` separator ','
    ), '')
    from (
      select `2`.`total`, `2`.`id`
      from `orders` as `2`
      where `2`.`customer_id` = `1`.`id`
      order by `2`.`customer_id`, `2`.`total`, `2`.`id`
      limit 1
    ) as `2`
  ), '],"dear":[', (
    select ifnull(group_concat(
      ifnull(concat('{"total":', ifnull(`3`.`total`, 'null'), '}'), exp(7107107))
      order by `3`.`total` desc, `3`.`id` separator ','
    ), '')
    from (
      select `3`.`total`, `3`.`id`
      from `orders` as `3`
      where `3`.`customer_id` = `1`.`id`
      order by `3`.`customer_id` desc, `3`.`total` desc, `3`.`id`
      limit 1
    ) as `3`
  ), '],"t":', ifnull(json_quote(`1`.`name`), 'null'), ',"select":', ifnull(json_quote(`1`.`country`), 'null'), '}')
  from `customers` as `1`
  order by `1`.`id`
  limit 2
)
-- []
