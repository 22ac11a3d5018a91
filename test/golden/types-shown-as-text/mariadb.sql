(
  select '0' as r, concat('{"name":', ifnull(json_quote(`1`.`name`), 'null'), ',"warranty":', ifnull(json_quote(`1`.`warranty`), 'null'), '}'), json_array('4M5tNpFX6Z', cast(`1`.`warranty` as char), cast(`1`.`id` as char))
  from `products` as `1`
  where (`1`.`warranty` >= ? and `1`.`warranty` <> ?)
  order by `1`.`warranty` is null desc, `1`.`warranty` desc, `1`.`id`
  limit 2
)
union all (
  select '1' as r, concat('{"fields":{"warranty":', ifnull(json_quote(`3`.`warranty`), 'null'), '},"aggregations":{"count":', ifnull(coalesce(count(*)), 'null'), ',"maximum":{"warranty":', ifnull(json_quote(coalesce(max(`3`.`warranty`))), 'null'), '}}}'), null
  from `products` as `3`
  where (`3`.`warranty` >= ? and `3`.`warranty` <> ?)
  group by `3`.`warranty`
  having (coalesce(max(`3`.`warranty`)) < ?)
  order by `3`.`warranty` is null desc, `3`.`warranty` desc
  limit 100
)
union all (
  select '2' as r, concat((
    select count(*)
    from `products` as `2`
    where (`2`.`warranty` >= ? and `2`.`warranty` <> ?)
  )), null
)
union all (
  select '3' as r, concat('{"last_ip":', ifnull(json_quote(`5`.`last_ip`), 'null'), '}'), null
  from `customers` as `5`
  where (`5`.`last_ip` in (select json_unquote(v) from json_table(?, '$[*]' columns (v json path '$')) as l) or `5`.`last_ip` is null)
  order by `5`.`last_ip` is null, `5`.`last_ip`, `5`.`id`
  limit 3
)
union all (select null as r, concat(@@warning_count), null)
-- ["30 days","24 mons","30 days","24 mons","10 years","30 days","24 mons","[\"192.0.2.84\",\"2001:db8:0::3/128\"]"]
