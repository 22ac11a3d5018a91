(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), ',"status":', if(length(`1`.`status`) > 0, json_quote(`1`.`status`), if(`1`.`status` is null, 'null', exp(7207207 + length('orders/status')))), ',"customer":', ifnull((
    select ifnull(concat('{"country":', ifnull(json_quote(`2`.`country`), 'null'), ',"name":', ifnull(json_quote(`2`.`name`), 'null'), ',"id":', ifnull(`2`.`id`, 'null'), ',"city":', ifnull(json_quote(`2`.`city`), 'null'), '}'), exp(7107107))
    from `customers` as `2`
    where `2`.`id` = `1`.`customer_id`
  ), 'null'), ',"__typename":"Order"}')
  from `orders` as `1`
  order by `1`.`id`
  limit 2
)
-- []
