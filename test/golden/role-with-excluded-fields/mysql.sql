(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), ',"name":', ifnull(json_quote(`1`.`name`), 'null'), ',"accountManager":[', (
    select ifnull(group_concat(
      ifnull(concat('{"status":', if(length(`2`.`status`) > 0, json_quote(`2`.`status`), if(`2`.`status` is null, 'null', exp(7207207 + length('orders/status')))), '}'), exp(7107107))
      order by `2`.`id` separator ','
    ), '')
    from (
      select `2`.`status`, `2`.`id`
      from `orders` as `2`
      where `2`.`customer_id` = `1`.`id`
      order by `2`.`customer_id`, `2`.`id`
      limit 1
    ) as `2`
  ), ']}')
  from `customers` as `1`
  order by `1`.`id`
  limit 2
)
-- []
