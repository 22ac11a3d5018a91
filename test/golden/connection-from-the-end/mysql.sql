(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), '}'), concat('{"total":', ifnull(`1`.`total`, 'null'), '}')
  from `orders` as `1`
  order by `1`.`id` desc
  limit 3
)
-- []
