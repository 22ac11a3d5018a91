(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), ',"thumbnail":', ifnull(concat('"', replace(to_base64(`1`.`thumbnail`), '\n', ''), '"'), 'null'), '}')
  from `products` as `1`
  where `1`.`thumbnail` in (select from_base64(v) from json_table(?, '$[*]' columns (v longtext path '$')) as l)
  order by `1`.`id`
  limit 5
)
union all (
  select '1' as r, concat('{"id":', ifnull(`2`.`id`, 'null'), '}')
  from `products` as `2`
  where `2`.`thumbnail` = ?
  order by `2`.`id`
  limit 100
)
union all (
  select '2' as r, concat('{"id":', ifnull(`3`.`id`, 'null'), '}')
  from `products` as `3`
  where `3`.`thumbnail` = ?
  order by `3`.`id`
  limit 100
)
union all (
  select '3' as r, concat('{"id":', ifnull(`4`.`id`, 'null'), '}')
  from `products` as `4`
  where `4`.`thumbnail` < ?
  order by `4`.`id`
  limit 1
)
union all (
  select '4' as r, concat('{"id":', ifnull(`5`.`id`, 'null'), '}')
  from `products` as `5`
  where (`5`.`thumbnail` <= ? and `5`.`thumbnail` > ?)
  order by `5`.`id`
  limit 100
)
union all (
  select '5' as r, concat('{"id":', ifnull(`6`.`id`, 'null'), '}')
  from `products` as `6`
  where `6`.`thumbnail` > ?
  order by `6`.`id`
  limit 1
)
union all (
  select '6' as r, concat('{"id":', ifnull(`7`.`id`, 'null'), '}')
  from `products` as `7`
  where not (`7`.`thumbnail` in (select from_base64(v) from json_table(?, '$[*]' columns (v longtext path '$')) as l))
  order by `7`.`id`
  limit 1
)
-- ["[\"/Bln\",\"\",\"/BlnAA==\"]",{"type":"Buffer","data":[252,25,103]},{"type":"Buffer","data":[252,25,103,0]},{"type":"Buffer","data":[0]},{"type":"Buffer","data":[252,25,103]},{"type":"Buffer","data":[252,25,102,0]},{"type":"Buffer","data":[252,25,103]},"[\"/Bln\",\"\"]"]
