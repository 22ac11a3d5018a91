(
  select '0' as r, json_object('id', `1`.`id`, 'total', `1`.`total`, 'gift', json_extract(if(`1`.`gift` is null, null, if(`1`.`gift`, 'true', 'false')), '$'), 'priority', `1`.`priority`) as j
  from `orders` as `1`
  where ((`1`.`total` < ? or (`1`.`gift` = ? and not (`1`.`priority` is null))) and not (`1`.`status` = ?))
  order by `1`.`id`
  limit 3
)
union all (select null as r, @@warning_count as j)
-- ["20",1,"CANCELLED"]
