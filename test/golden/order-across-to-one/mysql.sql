(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), ',"employee":', ifnull((
    select ifnull(concat('{"last_name":', ifnull(json_quote(`2`.`last_name`), 'null'), '}'), exp(7107107))
    from `employees` as `2`
    where `2`.`id` = `1`.`employee_id`
  ), 'null'), ',"total":', ifnull(`1`.`total`, 'null'), '}')
  from `orders` as `1`
  order by (
    select `3`.`last_name`
    from `employees` as `3`
    where `3`.`id` = `1`.`employee_id`
  ), (
    select (
      select `5`.`last_name`
      from `employees` as `5`
      where `5`.`id` = `4`.`manager_id`
    )
    from `employees` as `4`
    where `4`.`id` = `1`.`employee_id`
  ) is null desc, (
    select (
      select `5`.`last_name`
      from `employees` as `5`
      where `5`.`id` = `4`.`manager_id`
    )
    from `employees` as `4`
    where `4`.`id` = `1`.`employee_id`
  ) desc, `1`.`total` desc, `1`.`id`
  limit 3
)
-- []
