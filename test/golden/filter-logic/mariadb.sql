(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), ',"total":', ifnull(`1`.`total`, 'null'), ',"gift":', if(`1`.`gift` is null, 'null', if(`1`.`gift`, 'true', 'false')), ',"priority":', ifnull(`1`.`priority`, 'null'), '}')
  from `orders` as `1`
  where ((`1`.`total` < ? or ((`1`.`gift` = ? or (? and `1`.`gift` not in (0, 1))) and not (`1`.`priority` is null))) and not (`1`.`status` = ?))
  order by `1`.`id`
  limit 3
)
union all (select null as r, concat(@@warning_count))
-- ["20",1,1,"CANCELLED"]
