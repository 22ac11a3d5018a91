(
  select '0' as r, concat('{"fields":{"country":', ifnull(json_quote(`2`.`country`), 'null'), '},"aggregations":{"cities":', ifnull(coalesce(if(count(*) = 0, 0, count(distinct `2`.`city`))), 'null'), ',"minimum":{"name":', ifnull(json_quote(coalesce(min(`2`.`name`))), 'null'), '}}}')
  from `customers` as `2`
  where `2`.`country` = ?
  group by `2`.`country`
  order by `2`.`country`
  limit 100
)
union all (select null as r, concat(@@warning_count))
-- ["NL"]
