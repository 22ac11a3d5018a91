(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), ',"orders":[', (
    select ifnull(group_concat(
      concat('{"id":', ifnull(`2`.`id`, 'null'), ',"total":', ifnull(`2`.`total`, 'null'), ',"orderDetails":[', (
        select ifnull(group_concat(
          concat('{"line_no":', ifnull(`3`.`line_no`, 'null'), ',"product":', ifnull((
            select concat('{"name":', ifnull(json_quote(`4`.`name`), 'null'), ',"category":', ifnull((
              select concat('{"name":', ifnull(json_quote(`5`.`name`), 'null'), ',"parent":', ifnull((
                select concat('{"name":', ifnull(json_quote(`6`.`name`), 'null'), '}')
                from `categories` as `6`
                where `6`.`id` = `5`.`parent_id`
              ), 'null'), '}')
              from `categories` as `5`
              where `5`.`id` = `4`.`category_id`
            ), 'null'), '}')
            from `products` as `4`
            where `4`.`id` = `3`.`product_id`
          ), 'null'), '}')
          order by `3`.`order_id`, `3`.`line_no`
          limit 2
        ), '')
        from `order_details` as `3`
        where `3`.`order_id` = `2`.`id`
      ), ']}')
      order by `2`.`total` desc, `2`.`id`
      limit 2
    ), '')
    from `orders` as `2`
    where `2`.`customer_id` = `1`.`id`
  ), ']}')
  from `customers` as `1`
  where `1`.`country` = ?
  order by `1`.`id`
  limit 2
)
union all (
  select '1' as r, concat('{"last_name":', ifnull(json_quote(`7`.`last_name`), 'null'), ',"reports":[', (
    select ifnull(group_concat(
      concat('{"last_name":', ifnull(json_quote(`8`.`last_name`), 'null'), '}')
      order by `8`.`id`
      limit 2
    ), '')
    from `employees` as `8`
    where `8`.`manager_id` = `7`.`id`
  ), ']}')
  from `employees` as `7`
  where `7`.`manager_id` is null
  order by `7`.`id`
  limit 2
)
union all (select null as r, concat(@@warning_count))
-- ["NL"]
