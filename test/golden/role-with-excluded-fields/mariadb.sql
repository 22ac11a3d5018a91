(
  select '0' as r, json_object('id', `1`.`id`, 'name', cast(`1`.`name` as char), 'accountManager', coalesce((
    select json_arrayagg(
      json_object('status', cast(`2`.`status` as char))
      order by `2`.`id`
      limit 1
    )
    from `orders` as `2`
    where `2`.`customer_id` = `1`.`id`
  ), json_array())) as j
  from `customers` as `1`
  order by `1`.`id`
  limit 2
)
union all (select null as r, @@warning_count as j)
-- []
