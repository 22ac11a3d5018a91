(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), ',"name":', ifnull(json_quote(`1`.`name`), 'null'), '}'), json_array('_ZqAgR9ueA', cast(`1`.`id` as char))
  from (
    select `1`.`id`, `1`.`name`
    from `customers` as `1`
    where (exists (
      select 1
      from `employees` as `2`
      where `2`.`id` = `1`.`account_manager_id` and exists (
        select 1
        from `employees` as `3`
        where `3`.`id` = `2`.`manager_id` and `3`.`last_name` = ?
      )
    ) and exists (
      select 1
      from `orders` as `4`
      where `4`.`customer_id` = `1`.`id` and (`4`.`total` > ? and not exists (
        select 1
        from `order_details` as `5`
        where `5`.`order_id` = `4`.`id` and ((`5`.`quantity` >= ? and `5`.`unit_price` < `4`.`total`)) is not true
      ))
    ))
    order by `1`.`id`
    limit 3
  ) as `1`
  order by `1`.`id`
)
-- ["Peeters","5000","2"]
