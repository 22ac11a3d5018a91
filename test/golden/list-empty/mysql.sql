(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), '}')
  from `customers` as `1`
  where `1`.`country` = ?
  order by `1`.`id`
  limit 100
)
-- ["XX"]
