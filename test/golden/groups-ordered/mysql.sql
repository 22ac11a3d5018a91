(
  select '0' as r, concat('{"fields":{"country":', ifnull(json_quote(`3`.`country`), 'null'), ',"satisfaction":', ifnull(`3`.`satisfaction`, 'null'), '}}')
  from `customers` as `3`
  group by `3`.`country`, `3`.`satisfaction`
  order by `3`.`satisfaction` is null desc, `3`.`satisfaction` desc, `3`.`country`
  limit 4
)
union all (
  select '1' as r, concat('{"fields":{"country":', ifnull(json_quote(`5`.`country`), 'null'), '},"aggregations":{"count":', ifnull(coalesce(count(*)), 'null'), '}}')
  from `customers` as `5`
  group by `5`.`country`
  order by coalesce(count(*)) desc, `5`.`country`
  limit 3
)
union all (
  select '2' as r, concat('{"fields":{"newsletter":', if(`7`.`newsletter` is null, 'null', if(`7`.`newsletter`, 'true', 'false')), '},"aggregations":{"count":', ifnull(coalesce(count(`7`.`birthday`)), 'null'), ',"avg":', ifnull(coalesce(round(avg(cast(`7`.`loyalty_points` as decimal(65,12))), 16)), 'null'), '}}')
  from `customers` as `7`
  group by (`7`.`newsletter` <> 0)
  order by coalesce(if(count(*) = 0, 0, count(distinct `7`.`country`))), coalesce(sum(`7`.`credit`)) desc, (`7`.`newsletter` <> 0) is null desc, (`7`.`newsletter` <> 0) desc
  limit ?
)
-- [10]
