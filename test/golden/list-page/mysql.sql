(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), '}')
  from `orders` as `1`
  order by `1`.`id`
  limit 3
  offset 5
)
-- []
