(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), ',"billingAddress":', ifnull((
    select ifnull(concat('{"id":', ifnull(`2`.`id`, 'null'), ',"city":', ifnull(json_quote(`2`.`city`), 'null'), '}'), exp(7107107))
    from `addresses` as `2`
    where `2`.`id` = `1`.`billing_address_id`
  ), 'null'), ',"shippingAddress":', ifnull((
    select ifnull(concat('{"id":', ifnull(`3`.`id`, 'null'), ',"city":', ifnull(json_quote(`3`.`city`), 'null'), '}'), exp(7107107))
    from `addresses` as `3`
    where `3`.`id` = `1`.`shipping_address_id`
  ), 'null'), '}')
  from `orders` as `1`
  order by `1`.`id`
  limit 2
)
union all (
  select '1' as r, concat('{"id":', ifnull(`4`.`id`, 'null'), ',"billedOrders":[', (
    select ifnull(group_concat(
      ifnull(concat('{"id":', ifnull(`6`.`id`, 'null'), '}'), exp(7107107))
      order by `6`.`id` separator ','
    ), '')
    from (
      select `6`.`id`
      from `orders` as `6`
      where `6`.`billing_address_id` = `4`.`id`
      order by `6`.`billing_address_id`, `6`.`id`
      limit 1
    ) as `6`
  ), '],"shippedOrders":[', (
    select ifnull(group_concat(
      ifnull(concat('{"id":', ifnull(`7`.`id`, 'null'), '}'), exp(7107107))
      order by `7`.`id` separator ','
    ), '')
    from (
      select `7`.`id`
      from `orders` as `7`
      where `7`.`shipping_address_id` = `4`.`id`
      order by `7`.`shipping_address_id`, `7`.`id`
      limit 1
    ) as `7`
  ), ']}')
  from (
    select `4`.`id`
    from `addresses` as `4`
    where exists (
      select 1
      from `orders` as `5`
      where `5`.`billing_address_id` = `4`.`id`
    )
    order by `4`.`id`
    limit 2
  ) as `4`
  order by `4`.`id`
)
-- []
