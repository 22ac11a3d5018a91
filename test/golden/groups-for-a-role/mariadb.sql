(
  select '0' as r, concat('{"fields":{"country":', ifnull(json_quote(`2`.`country`), 'null'), '},"aggregations":{"cities":', ifnull(coalesce(count(distinct cast(`2`.`city` as binary))), 'null'), ',"minimum":{"name":', ifnull(json_quote(coalesce(group_concat(`2`.`name` order by `2`.`name`, cast(`2`.`name` as binary) limit 1))), 'null'), '}}}')
  from `customers` as `2`
  where `2`.`country` = ?
  group by cast(`2`.`country` as binary)
  order by `2`.`country`
  limit 100
)
union all (select null as r, concat(@@warning_count))
-- ["NL"]
