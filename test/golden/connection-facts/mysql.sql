(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), ',"total":', ifnull(`1`.`total`, 'null'), '}'), json_array('0bVuVComUT', cast(`1`.`total` as char), cast(`1`.`id` as char))
  from `orders` as `1`
  where `1`.`status` = ?
  order by `1`.`total` desc, `1`.`id`
  limit 3
)
union all (
  select '1' as r, concat((
    select count(*)
    from `orders` as `2`
    where `2`.`status` = ?
  )), null
)
-- ["PAID","PAID"]
