(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), ',"name":', ifnull(json_quote(`1`.`name`), 'null'), ',"latest":[', (
    select ifnull(group_concat(
      ifnull(concat('{"total":', ifnull(`2`.`total`, 'null'), ',"orderDetails":[', (
        select ifnull(group_concat(
          ifnull(concat('{"product":', ifnull((
            select ifnull(concat('{"name":', ifnull(json_quote(`4`.`name`), 'null'), '}'), exp(7107107))
            from `products` as `4`
            where `4`.`id` = `3`.`product_id`
          ), 'null'), '}'), exp(7107107))
          order by `3`.`order_id`, `3`.`line_no` separator ','
        ), '')
        from (
          select `3`.`product_id`, `3`.`order_id`, `3`.`line_no`
          from `order_details` as `3`
          where `3`.`order_id` = `2`.`id`
          order by `3`.`order_id`, `3`.`order_id`, `3`.`line_no`
          limit ?
        ) as `3`
      ), ']}'), exp(7107107))
      order by `2`.`placed_at` desc, `2`.`id` separator ','
    ), '')
    from (
      select `2`.`total`, `2`.`id`, `2`.`placed_at`
      from `orders` as `2`
      where `2`.`customer_id` = `1`.`id`
      order by `2`.`customer_id` desc, `2`.`placed_at` desc, `2`.`id`
      limit 1
    ) as `2`
  ), ']}')
  from `customers` as `1`
  where `1`.`country` = ?
  order by `1`.`id`
  limit 2
)
-- [2,"DK"]
