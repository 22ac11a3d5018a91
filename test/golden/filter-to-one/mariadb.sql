(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), '}')
  from (
    select `1`.`id`
    from `orders` as `1`
    where exists (
      select 1
      from `employees` as `2`
      where `2`.`id` = `1`.`employee_id` and (`2`.`active` = ? or (? and `2`.`active` not in (0, 1)))
    )
    order by `1`.`id`
    limit 2
  ) as `1`
  order by `1`.`id`
)
union all (
  select '1' as r, concat('{"id":', ifnull(`3`.`id`, 'null'), '}')
  from (
    select `3`.`id`
    from `orders` as `3`
    where not (exists (
      select 1
      from `addresses` as `4`
      where `4`.`id` = `3`.`shipping_address_id` and `4`.`country` = ?
    ))
    order by `3`.`id`
    limit 2
  ) as `3`
  order by `3`.`id`
)
union all (
  select '2' as r, concat('{"id":', ifnull(`5`.`id`, 'null'), '}')
  from `orders` as `5`
  order by `5`.`id`
  limit 2
)
union all (select null as r, concat(@@warning_count))
-- [0,0,"NL"]
