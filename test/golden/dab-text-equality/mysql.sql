(
  select '0' as r, concat('{"name":', ifnull(json_quote(`1`.`name`), 'null'), ',"country":', ifnull(json_quote(`1`.`country`), 'null'), '}')
  from `customers` as `1`
  where ((`1`.`name` <> ? and `1`.`name` like ?) and `1`.`country` in (select json_unquote(v) from json_table(?, '$[*]' columns (v json path '$')) as l))
  order by `1`.`id`
  limit 2
)
union all (
  select '1' as r, concat('{"fields":{"country":', ifnull(json_quote(`3`.`country`), 'null'), '},"aggregations":{"count":', ifnull(coalesce(if(count(*) = 0, 0, count(distinct `3`.`city`))), 'null'), '}}')
  from `customers` as `3`
  where (`3`.`city` like ? and `3`.`country` = ?)
  group by `3`.`country`
  order by `3`.`country`
  limit 100
)
-- ["Farid Weiß","Fa%","[\"DE\",\"NL\"]","%eipzi%","DE"]
