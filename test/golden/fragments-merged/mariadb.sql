(
  select '0' as r, json_object('id', `1`.`id`, 'status', cast(`1`.`status` as char), 'customer', (
    select json_object('country', cast(`2`.`country` as char), 'name', cast(`2`.`name` as char), 'id', `2`.`id`, 'city', cast(`2`.`city` as char))
    from `customers` as `2`
    where `2`.`id` = `1`.`customer_id`
  ), '__typename', 'Order') as j
  from `orders` as `1`
  order by `1`.`id`
  limit 2
)
union all (select null as r, @@warning_count as j)
-- []
