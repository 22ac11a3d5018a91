-- write 0
select '1' as r, json_array(cast(`1`.`id` as char)) as k
from `suppliers` as `1`
where `1`.`country` = ?
for update 
-- ["DE"]

-- write 0, if write 0 changed a row
update json_table(?, '$[*]' columns (n for ordinality, k0 bigint path '$[0]')) as `0` straight_join `suppliers` as `1` on `1`.`id` = `0`.`k0`
set `1`.`website` = ?
-- ["(id) of write 0",null]

-- if write 0 changed a row
(
  select concat(`0`.`n`) as r, concat('{"name":', ifnull(json_quote(`1`.`name`), 'null'), ',"website":', ifnull(json_quote(`1`.`website`), 'null'), ',"products":[', (
    select ifnull(group_concat(
      concat('{"name":', ifnull(json_quote(`2`.`name`), 'null'), '}')
      order by `2`.`id`
      limit 1
    ), '')
    from `products` as `2`
    where exists (
      select 1
      from `product_suppliers` as `3`
      where `3`.`supplier_id` = `1`.`id` and `3`.`product_id` = `2`.`id`
    )
  ), ']}') as v0
  from json_table(?, '$[*]' columns (n for ordinality, k0 bigint path '$[0]')) as `0` straight_join `suppliers` as `1` on `1`.`id` = `0`.`k0`
  order by `1`.`id`
  limit 1000
) union all (select null as r, concat(@@warning_count))
-- ["(id) of write 0"]
