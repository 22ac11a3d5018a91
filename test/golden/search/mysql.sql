(
  select '0' as r, concat('{"name":', ifnull(json_quote(`1`.`name`), 'null'), '}')
  from `products` as `1`
  where ((lower(`1`.`name`) like lower(?) or lower(`1`.`description`) like lower(?)) and (lower(`1`.`name`) like lower(?) or lower(`1`.`description`) like lower(?)))
  order by `1`.`id`
  limit 2
)
union all (
  select '1' as r, concat('{"name":', ifnull(json_quote(`2`.`name`), 'null'), ',"orders":[', (
    select ifnull(group_concat(
      ifnull(concat('{"id":', ifnull(`3`.`id`, 'null'), '}'), exp(7107107))
      order by `3`.`id` separator ','
    ), '')
    from (
      select `3`.`id`
      from `orders` as `3`
      where `3`.`customer_id` = `2`.`id` and (lower(`3`.`reference`) like lower(?) or lower(`3`.`comment`) like lower(?))
      order by `3`.`customer_id`, `3`.`id`
      limit 1
    ) as `3`
  ), ']}')
  from `customers` as `2`
  where (`2`.`country` <> ? and ((lower(`2`.`name`) like lower(?) or lower(`2`.`email`) like lower(?) or lower(`2`.`phone`) like lower(?) or lower(`2`.`country`) like lower(?) or lower(`2`.`city`) like lower(?) or lower(`2`.`vat_number`) like lower(?) or lower(`2`.`notes`) like lower(?)) and (lower(`2`.`name`) like lower(?) or lower(`2`.`email`) like lower(?) or lower(`2`.`phone`) like lower(?) or lower(`2`.`country`) like lower(?) or lower(`2`.`city`) like lower(?) or lower(`2`.`vat_number`) like lower(?) or lower(`2`.`notes`) like lower(?))))
  order by `2`.`id`
  limit 2
)
union all (
  select '2' as r, concat('{"id":', ifnull(`4`.`id`, 'null'), '}')
  from `suppliers` as `4`
  order by `4`.`id`
  limit 1
)
union all (
  select '3' as r, concat('{"id":', ifnull(`5`.`id`, 'null'), '}')
  from `categories` as `5`
  where ((lower(`5`.`name`) like lower(?) or lower(`5`.`description`) like lower(?)) and (lower(`5`.`name`) like lower(?) or lower(`5`.`description`) like lower(?)) and (lower(`5`.`name`) like lower(?) or lower(`5`.`description`) like lower(?)) and (lower(`5`.`name`) like lower(?) or lower(`5`.`description`) like lower(?)))
  order by `5`.`id`
  limit 100
)
-- ["%STEEL%","%STEEL%","%table%","%table%","%100\\%%","%100\\%%","DK","%an%","%an%","%an%","%an%","%an%","%an%","%an%","%ER%","%ER%","%ER%","%ER%","%ER%","%ER%","%ER%","%nowhere%","%nowhere%","%to%","%to%","%be%","%be%","%found%","%found%"]
