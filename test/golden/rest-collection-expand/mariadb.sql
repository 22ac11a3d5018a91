(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), ',"name":', ifnull(json_quote(`1`.`name`), 'null'), ',"orders":[', (
    select ifnull(group_concat(
      concat('{"reference":', ifnull(json_quote(`2`.`reference`), 'null'), ',"total":', ifnull(`2`.`total`, 'null'), '}')
      order by `2`.`total` desc, `2`.`id`
      limit 1
    ), '')
    from `orders` as `2`
    where `2`.`customer_id` = `1`.`id` and `2`.`status` = ?
  ), '],"orders_connection":{', (
    select concat('"totalCount":', count(*))
    from `orders` as `3`
    where `3`.`customer_id` = `1`.`id` and `3`.`status` = ?
  ), '},"accountManager":', ifnull((
    select concat('{"last_name":', ifnull(json_quote(`5`.`last_name`), 'null'), '}')
    from `employees` as `5`
    where `5`.`id` = `1`.`account_manager_id`
  ), 'null'), '}'), json_array('_ZqAgR9ueA', cast(`1`.`id` as char))
  from `customers` as `1`
  where `1`.`country` = ?
  order by `1`.`id`
  limit 3
)
union all (select null as r, concat(@@warning_count), null)
-- ["SHIPPED","SHIPPED","NL"]
