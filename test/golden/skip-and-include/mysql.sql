(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), ',"customer":', ifnull((
    select ifnull(concat('{"name":', ifnull(json_quote(`2`.`name`), 'null'), '}'), exp(7107107))
    from `customers` as `2`
    where `2`.`id` = `1`.`customer_id`
  ), 'null'), '}')
  from `orders` as `1`
  order by `1`.`id`
  limit 1
)
-- []
