(
  select '0' as r, json_object('id', `1`.`id`, 'cheap', coalesce((
    select json_arrayagg(
      json_object('total', `2`.`total`)
      order by `2`.`total`, `2`.`id`
      limit 1
    )
    from `orders` as `2`
    where `2`.`customer_id` = `1`.`id`
  ), json_array()), 'dear', coalesce((
    select json_arrayagg(
      json_object('total', `3`.`total`)
      order by `3`.`total` desc, `3`.`id`
      limit 1
    )
    from `orders` as `3`
    where `3`.`customer_id` = `1`.`id`
  ), json_array()), 't', cast(`1`.`name` as char), 'select', cast(`1`.`country` as char)) as j
  from `customers` as `1`
  order by `1`.`id`
  limit 2
)
union all (select null as r, @@warning_count as j)
-- []
