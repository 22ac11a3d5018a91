(
  select '0' as r, concat('{"name":', ifnull(json_quote(`1`.`name`), 'null'), ',"orders":[', (
    select ifnull(group_concat(
      ifnull(concat('{"total":', ifnull(`2`.`total`, 'null'), '}'), exp(7107107))
      order by `2`.`id` separator ','
    ), '')
    from (
      select `2`.`total`, `2`.`id`
      from `orders` as `2`
      where `2`.`customer_id` = `1`.`id`
      order by `2`.`customer_id`, `2`.`id`
      limit 3
    ) as `2`
  ), ']}')
  from `customers` as `1`
  where `1`.`country` = ?
  order by `1`.`id`
  limit 2
)
-- ["NL"]
