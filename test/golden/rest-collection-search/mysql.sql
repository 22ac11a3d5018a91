(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), ',"name":', ifnull(json_quote(`1`.`name`), 'null'), '}'), json_array('unxEnjAgx4', cast(`1`.`id` as char))
  from `products` as `1`
  where ((lower(`1`.`name`) like lower(?) or lower(`1`.`description`) like lower(?)) and (lower(`1`.`name`) like lower(?) or lower(`1`.`description`) like lower(?)))
  order by `1`.`id`
  limit 3
)
union all (
  select '1' as r, concat((
    select count(*)
    from `products` as `2`
    where ((lower(`2`.`name`) like lower(?) or lower(`2`.`description`) like lower(?)) and (lower(`2`.`name`) like lower(?) or lower(`2`.`description`) like lower(?)))
  )), null
)
-- ["%glass%","%glass%","%table%","%table%","%glass%","%glass%","%table%","%table%"]
