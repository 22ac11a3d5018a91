(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), '}')
  from `products` as `1`
  order by `1`.`id`
  limit 1
)
union all (
  select '1' as r, concat('{"__typename":"ProductGroupBy","aggregations":{"count":', ifnull(coalesce(count(*)), 'null'), ',"total":', ifnull(coalesce(sum(`2`.`stock`)), 'null'), ',"barcodes":', ifnull(coalesce(sum(`2`.`barcode`)), 'null'), ',"unitCost":', ifnull(coalesce(sum(`2`.`unit_cost`)), 'null'), ',"rating":', ifnull(case cast(coalesce(max(`2`.`rating`)) as float) when cast(cast(cast(coalesce(max(`2`.`rating`)) as float) as char) + 0e0 as float) then cast(cast(coalesce(max(`2`.`rating`)) as float) as char) + 0e0 when cast(concat(round(cast(coalesce(max(`2`.`rating`)) as float) / pow(10, floor(log10(abs(cast(coalesce(max(`2`.`rating`)) as float))))), 6), 'e', floor(log10(abs(cast(coalesce(max(`2`.`rating`)) as float))))) + 0e0 as float) then concat(round(cast(coalesce(max(`2`.`rating`)) as float) / pow(10, floor(log10(abs(cast(coalesce(max(`2`.`rating`)) as float))))), 6), 'e', floor(log10(abs(cast(coalesce(max(`2`.`rating`)) as float))))) + 0e0 when cast(least(greatest(concat(round(cast(coalesce(max(`2`.`rating`)) as float) / pow(10, floor(log10(abs(cast(coalesce(max(`2`.`rating`)) as float))))), 7), 'e', floor(log10(abs(cast(coalesce(max(`2`.`rating`)) as float))))) + 0e0, -3.4028234663852886e38), 3.4028234663852886e38) as float) then concat(round(cast(coalesce(max(`2`.`rating`)) as float) / pow(10, floor(log10(abs(cast(coalesce(max(`2`.`rating`)) as float))))), 7), 'e', floor(log10(abs(cast(coalesce(max(`2`.`rating`)) as float))))) + 0e0 else concat(round(cast(coalesce(max(`2`.`rating`)) as float) / pow(10, floor(log10(abs(cast(coalesce(max(`2`.`rating`)) as float))))), 8), 'e', floor(log10(abs(cast(coalesce(max(`2`.`rating`)) as float))))) + 0e0 end, 'null'), ',"meanRating":', ifnull(cast(coalesce(if(sum((cast(`2`.`rating` as double) = 0 or abs(cast(`2`.`rating` as double)) between 1e-13 and 1e25)) = count(cast(`2`.`rating` as double)), cast(sum(cast(if((cast(`2`.`rating` as double) = 0 or abs(cast(`2`.`rating` as double)) between 1e-13 and 1e25), cast(`2`.`rating` as double), 0) as decimal(65,30))) as double), sum(cast(`2`.`rating` as double))) / count(`2`.`rating`)) as char(40)), 'null'), '}}')
  from `products` as `2`
  having count(*) >= 0
  limit 100
)
union all (
  select '2' as r, '{"fields":{"__typename":"ProductGroupByFields"}}'
  from `products` as `4`
  having count(*) >= 0
  limit 100
)
union all (
  select '3' as r, concat('{"aggregations":{"count":', ifnull(coalesce(count(*)), 'null'), ',"sum":', ifnull(coalesce(sum(`7`.`price`)), 'null'), ',"maximum":{"name":', ifnull(json_quote(coalesce(max(`7`.`name`))), 'null'), '}}}')
  from `products` as `7`
  where `7`.`id` < ?
  having count(*) >= 0
  limit 100
)
union all (
  select '4' as r, concat('{"fields":{"category_id":', ifnull(`9`.`category_id`, 'null'), '}}')
  from `products` as `9`
  where `9`.`id` < ?
  group by `9`.`category_id`
  order by `9`.`category_id` is null, `9`.`category_id`
  limit 100
)
union all (
  select '5' as r, concat('{"aggregations":{"count":', ifnull(coalesce(count(*)), 'null'), '}}')
  from `products` as `11`
  where `11`.`id` < ?
  having count(*) >= 0 and (coalesce(count(*)) > ?)
  limit 100
)
-- [0,0,0,0]
