(
  select '0' as r, json_object('id', `1`.`id`, 'customer', (
    select json_object('name', cast(`2`.`name` as char))
    from `customers` as `2`
    where `2`.`id` = `1`.`customer_id`
  )) as j
  from `orders` as `1`
  order by `1`.`id`
  limit 1
)
union all (select null as r, @@warning_count as j)
-- []
