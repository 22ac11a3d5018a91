(
  select '0' as r, json_object('id', `1`.`id`, 'status', cast(`1`.`status` as char), 'total', `1`.`total`) as j
  from `orders` as `1`
  where (`1`.`status` = ? and (`1`.`total` > ? or exists (
    select 1
    from `customers` as `2`
    where `2`.`id` = `1`.`customer_id` and `2`.`country` = ?
  )))
  order by `1`.`total` desc, `1`.`id`
  limit 3
)
union all (select null as r, @@warning_count as j)
-- ["PAID","50","NL"]
