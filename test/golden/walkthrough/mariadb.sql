(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), ',"name":', ifnull(json_quote(`1`.`name`), 'null'), ',"latest":[', (
    select ifnull(group_concat(
      concat('{"total":', ifnull(`2`.`total`, 'null'), ',"orderDetails":[', (
        select ifnull(group_concat(
          concat('{"product":', ifnull((
            select concat('{"name":', ifnull(json_quote(`4`.`name`), 'null'), '}')
            from `products` as `4`
            where `4`.`id` = `3`.`product_id`
          ), 'null'), '}')
          order by `3`.`order_id`, `3`.`line_no`
          limit ?
        ), '')
        from `order_details` as `3`
        where `3`.`order_id` = `2`.`id`
      ), ']}')
      order by `2`.`placed_at` desc, `2`.`id`
      limit 1
    ), '')
    from `orders` as `2`
    where `2`.`customer_id` = `1`.`id`
  ), ']}')
  from `customers` as `1`
  where `1`.`country` = ?
  order by `1`.`id`
  limit 2
)
union all (select null as r, concat(@@warning_count))
-- [2,"DK"]
