(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), ',"orders":[', (
    select ifnull(group_concat(
      ifnull(concat('{"id":', ifnull(`2`.`id`, 'null'), ',"total":', ifnull(`2`.`total`, 'null'), ',"orderDetails":[', (
        select ifnull(group_concat(
          ifnull(concat('{"line_no":', ifnull(`3`.`line_no`, 'null'), ',"product":', ifnull((
            select ifnull(concat('{"name":', ifnull(json_quote(`4`.`name`), 'null'), ',"category":', ifnull((
              select ifnull(concat('{"name":', ifnull(json_quote(`5`.`name`), 'null'), ',"parent":', ifnull((
                select ifnull(concat('{"name":', ifnull(json_quote(`6`.`name`), 'null'), '}'), exp(7107107))
                from `categories` as `6`
                where `6`.`id` = `5`.`parent_id`
              ), 'null'), '}'), exp(7107107))
              from `categories` as `5`
              where `5`.`id` = `4`.`category_id`
            ), 'null'), '}'), exp(7107107))
            from `products` as `4`
            where `4`.`id` = `3`.`product_id`
          ), 'null'), '}'), exp(7107107))
          order by `3`.`order_id`, `3`.`line_no` separator ','
        ), '')
        from (
          select `3`.`line_no`, `3`.`product_id`, `3`.`order_id`
          from `order_details` as `3`
          where `3`.`order_id` = `2`.`id`
          order by `3`.`order_id`, `3`.`order_id`, `3`.`line_no`
          limit 2
        ) as `3`
      ), ']}'), exp(7107107))
      order by `2`.`total` desc, `2`.`id` separator ','
    ), '')
    from (
      select `2`.`id`, `2`.`total`
      from `orders` as `2`
      where `2`.`customer_id` = `1`.`id`
      order by `2`.`customer_id` desc, `2`.`total` desc, `2`.`id`
      limit 2
    ) as `2`
  ), ']}')
  from `customers` as `1`
  where `1`.`country` = ?
  order by `1`.`id`
  limit 2
)
union all (
  select '1' as r, concat('{"last_name":', ifnull(json_quote(`7`.`last_name`), 'null'), ',"reports":[', (
    select ifnull(group_concat(
      ifnull(concat('{"last_name":', ifnull(json_quote(`8`.`last_name`), 'null'), '}'), exp(7107107))
      order by `8`.`id` separator ','
    ), '')
    from (
      select `8`.`last_name`, `8`.`id`
      from `employees` as `8`
      where `8`.`manager_id` = `7`.`id`
      order by `8`.`manager_id`, `8`.`id`
      limit 2
    ) as `8`
  ), ']}')
  from `employees` as `7`
  where `7`.`manager_id` is null
  order by `7`.`id`
  limit 2
)
-- ["NL"]
