(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), ',"name":', ifnull(json_quote(`1`.`name`), 'null'), ',"orders":[', (
    select ifnull(group_concat(
      ifnull(concat('{"reference":', ifnull(json_quote(`2`.`reference`), 'null'), ',"total":', ifnull(`2`.`total`, 'null'), '}'), exp(7107107))
      order by `2`.`total` desc, `2`.`id` separator ','
    ), '')
    from (
      select `2`.`reference`, `2`.`total`, `2`.`id`
      from `orders` as `2`
      where `2`.`customer_id` = `1`.`id` and `2`.`status` = ?
      order by `2`.`customer_id` desc, `2`.`total` desc, `2`.`id`
      limit 1
    ) as `2`
  ), '],"orders_connection":{"totalCount":', (
    select count(*)
    from `orders` as `4`
    where `4`.`customer_id` = `1`.`id` and `4`.`status` = ?
  ), '},"accountManager":', ifnull((
    select ifnull(concat('{"last_name":', ifnull(json_quote(`5`.`last_name`), 'null'), '}'), exp(7107107))
    from `employees` as `5`
    where `5`.`id` = `1`.`account_manager_id`
  ), 'null'), '}'), json_array('_ZqAgR9ueA', cast(`1`.`id` as char))
  from `customers` as `1`
  where `1`.`country` = ?
  order by `1`.`id`
  limit 3
)
-- ["SHIPPED","SHIPPED","NL"]
