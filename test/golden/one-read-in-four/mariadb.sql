(
  select '0' as r, concat('{"name":', ifnull(json_quote(`1`.`name`), 'null'), ',"orders":[', (
    select ifnull(group_concat(
      concat('{"total":', ifnull(`2`.`total`, 'null'), '}')
      order by `2`.`id`
      limit 3
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
-- ["NL"]
