(
  select '0' as r, if(octet_length(json_array('0qK9q2Wnk2', cast(`1`.`name` as char), cast(`1`.`id` as char))) <= 1536, json_array('0qK9q2Wnk2', cast(`1`.`name` as char), cast(`1`.`id` as char)), json_array('0qK9q2Wnk2.key', cast(`1`.`id` as char))), null
  from `categories` as `1`
  order by `1`.`name` desc, `1`.`id`
  limit 4
)
union all (
  select '1' as r, if(octet_length(json_array('0qK9q2Wnk2', cast(`2`.`name` as char), cast(`2`.`id` as char))) <= 1536, json_array('0qK9q2Wnk2', cast(`2`.`name` as char), cast(`2`.`id` as char)), json_array('0qK9q2Wnk2.key', cast(`2`.`id` as char))), null
  from `categories` as `2`
  order by `2`.`name` desc, `2`.`id`
  limit ?
)
union all (
  select '2' as r, concat(?), concat((select count(*) from `categories` as `3`))
)
union all (
  select '3' as r, if(octet_length(json_array('0qK9q2Wnk2', cast(`4`.`name` as char), cast(`4`.`id` as char))) <= 1536, json_array('0qK9q2Wnk2', cast(`4`.`name` as char), cast(`4`.`id` as char)), json_array('0qK9q2Wnk2.key', cast(`4`.`id` as char))), null
  from `categories` as `4`
  order by `4`.`name`, `4`.`id` desc
  limit 4
)
union all (
  select '4' as r, json_array('AomfIO-Mm4', cast(`5`.`id` as char)), null
  from `categories` as `5`
  order by `5`.`id`
  limit 1
)
union all (
  select '5' as r, json_array('1aHFsnPC-A', cast(`6`.`id` as char)), null
  from `suppliers` as `6`
  order by `6`.`id`
  limit 100001
)
union all (
  select '6' as r, concat((select count(*) from `suppliers` as `7`)), null
)
-- [100001,100000]
