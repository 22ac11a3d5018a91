(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), ',"total":', ifnull(`1`.`total`, 'null'), ',"status":', if(length(`1`.`status`) > 0, json_quote(`1`.`status`), if(`1`.`status` is null, 'null', exp(7207207 + length('orders/status')))), ',"placed_at":', ifnull(concat('"', insert(trim(trailing '.' from trim(trailing '0' from `1`.`placed_at`)), 11, 1, 'T'), '+00:00"'), 'null'), '}')
  from `orders` as `1`
  where ((`1`.`total` >= ? and `1`.`total` < ?) and `1`.`status` in (select json_unquote(v) from json_table(?, '$[*]' columns (v json path '$')) as l) and not ((`1`.`gift` = ? or (? and `1`.`gift` not in (0, 1)))) and `1`.`placed_at` > ?)
  order by `1`.`id`
  limit 5
)
union all (select null as r, concat(@@warning_count))
-- ["100","250.5","[\"SHIPPED\",\"PAID\"]",1,1,"2019-12-31 22:00:00"]
