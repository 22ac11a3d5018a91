(
  select '0' as r, concat('{"name":', ifnull(json_quote(`1`.`name`), 'null'), ',"price":', ifnull(`1`.`price`, 'null'), '}'), if(octet_length(json_array('9U47x2R4oq', cast(`1`.`price` as char), cast(`1`.`name` as char), cast(`1`.`id` as char))) <= 1536, json_array('9U47x2R4oq', cast(`1`.`price` as char), cast(`1`.`name` as char), cast(`1`.`id` as char)), json_array('9U47x2R4oq.key', cast(`1`.`id` as char)))
  from `products` as `1`
  where (`1`.`price` < ? or (`1`.`price` = ? and (`1`.`name` > ? or (`1`.`name` = ? and `1`.`id` > ?))))
  order by `1`.`price` desc, `1`.`name`, `1`.`id`
  limit 4
)
union all (
  select '1' as r, concat(if(exists (
    select 1
    from `products` as `2`
    where ((`2`.`price` < ? or (`2`.`price` = ? and (`2`.`name` > ? or (`2`.`name` = ? and `2`.`id` > ?))))) is not true
  ), 1, 0)), null
)
-- ["864.95","864.95","Small Linen Frying Pan","Small Linen Frying Pan","95","864.95","864.95","Small Linen Frying Pan","Small Linen Frying Pan","95"]
