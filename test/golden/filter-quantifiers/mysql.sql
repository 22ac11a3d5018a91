(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), '}')
  from (
    select `1`.`id`
    from `customers` as `1`
    where not exists (
      select 1
      from `orders` as `2`
      where `2`.`customer_id` = `1`.`id`
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
    from `customers` as `3`
    where (not exists (
      select 1
      from `orders` as `4`
      where `4`.`customer_id` = `3`.`id` and (`4`.`total` > ?) is not true
    ) and exists (
      select 1
      from `orders` as `5`
      where `5`.`customer_id` = `3`.`id`
    ))
    order by `3`.`id`
    limit 2
  ) as `3`
  order by `3`.`id`
)
union all (
  select '2' as r, concat('{"id":', ifnull(`6`.`id`, 'null'), '}')
  from (
    select `6`.`id`
    from `customers` as `6`
    where exists (
      select 1
      from `orders` as `7`
      where `7`.`customer_id` = `6`.`id` and (`7`.`total` > ? and not exists (
        select 1
        from `order_details` as `8`
        where `8`.`order_id` = `7`.`id` and `8`.`quantity` > ?
      ))
    )
    order by `6`.`id`
    limit 2
  ) as `6`
  order by `6`.`id`
)
union all (
  select '3' as r, concat('{"id":', ifnull(`9`.`id`, 'null'), '}')
  from (
    select `9`.`id`
    from `products` as `9`
    where exists (
      select 1
      from `suppliers` as `10`
      where exists (
        select 1
        from `product_suppliers` as `11`
        where `11`.`product_id` = `9`.`id` and `11`.`supplier_id` = `10`.`id`
      ) and `10`.`country` = ?
    )
    order by `9`.`id`
    limit 2
  ) as `9`
  order by `9`.`id`
)
-- ["100","500",5,"DE"]
