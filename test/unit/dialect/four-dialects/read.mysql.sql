(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), ',"name":', ifnull(json_quote(`1`.`name`), 'null'), ',"orders":[', (
    select ifnull(group_concat(
      ifnull(concat('{"total":', ifnull(`2`.`total`, 'null'), ',"employee":', ifnull((
        select ifnull(concat('{"last_name":', ifnull(json_quote(`3`.`last_name`), 'null'), ',"active":', if(`3`.`active` is null, 'null', if(`3`.`active`, 'true', 'false')), '}'), exp(7107107))
        from `employees` as `3`
        where `3`.`id` = `2`.`employee_id`
      ), 'null'), '}'), exp(7107107))
      order by `2`.`placed_at` desc, `2`.`id` separator ','
    ), '')
    from (
      select `2`.`total`, `2`.`employee_id`, `2`.`placed_at`, `2`.`id`
      from `orders` as `2`
      where `2`.`customer_id` = `1`.`id`
      order by `2`.`customer_id` desc, `2`.`placed_at` desc, `2`.`id`
      limit 3
    ) as `2`
  ), ']}')
  from `customers` as `1`
  where `1`.`country` = ?
  order by `1`.`id`
  limit 2
)
union all (
  select '1' as r, concat('{"id":', ifnull(`4`.`id`, 'null'), ',"customer":', ifnull((
    select ifnull(concat('{"name":', ifnull(json_quote(`6`.`name`), 'null'), '}'), exp(7107107))
    from `customers` as `6`
    where `6`.`id` = `4`.`customer_id`
  ), 'null'), '}')
  from `orders` as `4`
  order by `4`.`total` desc, `4`.`id`
  limit 6
)
union all (
  select '2' as r, concat((select count(*) from `orders` as `5`))
)
