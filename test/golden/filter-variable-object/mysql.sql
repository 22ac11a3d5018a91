(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), ',"status":', if(length(`1`.`status`) > 0, json_quote(`1`.`status`), if(`1`.`status` is null, 'null', exp(7207207 + length('orders/status')))), ',"total":', ifnull(`1`.`total`, 'null'), '}')
  from (
    select `1`.`id`, `1`.`status`, `1`.`total`
    from `orders` as `1`
    where (`1`.`status` = ? and (`1`.`total` > ? or exists (
      select 1
      from `customers` as `2`
      where `2`.`id` = `1`.`customer_id` and `2`.`country` = ?
    )))
    order by `1`.`total` desc, `1`.`id`
    limit 3
  ) as `1`
  order by `1`.`total` desc, `1`.`id`
)
-- ["PAID","50","NL"]
