(
  select '0' as r, json_object('id', `1`.`id`, 'total', `1`.`total`, 'status', cast(`1`.`status` as char), 'placed_at', concat(trim(trailing '.' from trim(trailing '0' from date_format(`1`.`placed_at`, '%Y-%m-%dT%H:%i:%s.%f'))), '+00:00')) as j
  from `orders` as `1`
  where ((`1`.`total` >= ? and `1`.`total` < ?) and `1`.`status` in (select json_unquote(v) from json_table(?, '$[*]' columns (v json path '$')) as l) and `1`.`gift` <> ? and `1`.`placed_at` > ?)
  order by `1`.`id`
  limit 5
)
union all (select null as r, @@warning_count as j)
-- ["100","250.5","[\"SHIPPED\",\"PAID\"]",1,"2019-12-31 22:00:00"]
