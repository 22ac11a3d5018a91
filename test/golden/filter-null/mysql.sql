(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), '}')
  from `customers` as `1`
  where `1`.`notes` is null
  order by `1`.`id`
  limit 2
)
union all (
  select '1' as r, concat('{"id":', ifnull(`2`.`id`, 'null'), '}')
  from `customers` as `2`
  where `2`.`notes` is not null
  order by `2`.`id`
  limit 2
)
union all (
  select '2' as r, concat('{"id":', ifnull(`3`.`id`, 'null'), '}')
  from `customers` as `3`
  where null
  order by `3`.`id`
  limit 2
)
union all (
  select '3' as r, concat('{"id":', ifnull(`4`.`id`, 'null'), ',"satisfaction":', ifnull(`4`.`satisfaction`, 'null'), '}')
  from `customers` as `4`
  where `4`.`satisfaction` in (select v from json_table(?, '$[*]' columns (v bigint path '$')) as l)
  order by `4`.`id`
  limit 2
)
union all (
  select '4' as r, concat('{"id":', ifnull(`5`.`id`, 'null'), '}')
  from `customers` as `5`
  where not (`5`.`satisfaction` in (select v from json_table(?, '$[*]' columns (v bigint path '$')) as l))
  order by `5`.`id`
  limit 2
)
union all (
  select '5' as r, concat('{"id":', ifnull(`6`.`id`, 'null'), '}')
  from `customers` as `6`
  where false
  order by `6`.`id`
  limit 100
)
union all (
  select '6' as r, concat('{"id":', ifnull(`7`.`id`, 'null'), '}')
  from `customers` as `7`
  order by `7`.`id`
  limit 1
)
-- ["[5]","[]"]
