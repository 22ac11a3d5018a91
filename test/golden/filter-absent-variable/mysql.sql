(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), '}')
  from (
    select `1`.`id`
    from `customers` as `1`
    where exists (
      select 1
      from `orders` as `2`
      where `2`.`customer_id` = `1`.`id`
    )
    order by `1`.`id`
    limit 2
  ) as `1`
  order by `1`.`id`
)
-- []
