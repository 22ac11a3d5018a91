(
  select '0' as r, concat('{"revenue":', ifnull(`1`.`revenue`, 'null'), '}')
  from `sales` as `1`
  where ((`1`.`revenue` = coalesce(?) or `1`.`revenue` = coalesce(?) or (`1`.`revenue` >= ? and `1`.`revenue` < ?) or (`1`.`revenue` > ? and `1`.`revenue` <= ?) or `1`.`revenue` in (select v from json_table(?, '$[*]' columns (v decimal(65,33) path '$' default '"99999999999999999999999999999999.999999999999999999999999999999999"' on error)) as l)) and (`1`.`revenue` <> coalesce(?) and not (`1`.`revenue` in (select v from json_table(?, '$[*]' columns (v decimal(65,33) path '$' default '"99999999999999999999999999999999.999999999999999999999999999999999"' on error)) as l))))
  order by `1`.`revenue` is null, `1`.`revenue`, `1`.`month` is null, `1`.`month`, `1`.`country` is null, `1`.`country`
  limit 100
)
union all (select null as r, concat(@@warning_count))
-- ["10709.170","10709.171","4049.459","4049.461","4049.461","4049.469","[\"9320.67\",\"1e300\"]","1.001","[\"1e300\"]"]
