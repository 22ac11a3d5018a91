(
  select '0' as r, json_object('id', `1`.`id`, 'billingAddress', (
    select json_object('id', `2`.`id`, 'city', cast(`2`.`city` as char))
    from `addresses` as `2`
    where `2`.`id` = `1`.`billing_address_id`
  ), 'shippingAddress', (
    select json_object('id', `3`.`id`, 'city', cast(`3`.`city` as char))
    from `addresses` as `3`
    where `3`.`id` = `1`.`shipping_address_id`
  )) as j
  from `orders` as `1`
  order by `1`.`id`
  limit 2
)
union all (
  select '1' as r, json_object('id', `4`.`id`, 'billedOrders', coalesce((
    select json_arrayagg(json_object('id', `6`.`id`) order by `6`.`id` limit 1)
    from `orders` as `6`
    where `6`.`billing_address_id` = `4`.`id`
  ), json_array()), 'shippedOrders', coalesce((
    select json_arrayagg(json_object('id', `7`.`id`) order by `7`.`id` limit 1)
    from `orders` as `7`
    where `7`.`shipping_address_id` = `4`.`id`
  ), json_array())) as j
  from `addresses` as `4`
  where exists (
    select 1
    from `orders` as `5`
    where `5`.`billing_address_id` = `4`.`id`
  )
  order by `4`.`id`
  limit 2
)
union all (select null as r, @@warning_count as j)
-- []
