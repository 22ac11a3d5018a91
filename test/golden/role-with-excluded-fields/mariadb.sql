(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), ',"name":', ifnull(json_quote(`1`.`name`), 'null'), ',"accountManager":[', (
    select ifnull(group_concat(
      concat('{"status":', if(length(`2`.`status`) > 0, json_quote(`2`.`status`), if(`2`.`status` is null, 'null', exp(7207207 + length('orders/status')))), '}')
      order by `2`.`id`
      limit 1
    ), '')
    from `orders` as `2`
    where `2`.`customer_id` = `1`.`id`
  ), ']}')
  from `customers` as `1`
  order by `1`.`id`
  limit 2
)
union all (select null as r, concat(@@warning_count))
-- []
