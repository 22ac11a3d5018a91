(
  select '0' as r, concat('{"name":', ifnull(json_quote(`1`.`name`), 'null'), ',"price":', ifnull(`1`.`price`, 'null'), '}'), if(octet_length(json_array('9U47x2R4oq', cast(`1`.`price` as char), cast(`1`.`name` as char), cast(`1`.`id` as char))) <= 1536, json_array('9U47x2R4oq', cast(`1`.`price` as char), cast(`1`.`name` as char), cast(`1`.`id` as char)), json_array('9U47x2R4oq.key', cast(`1`.`id` as char)))
  from `products` as `1`
  order by `1`.`price` desc, `1`.`name`, `1`.`id`
  limit 4
  offset ?
)
-- [2]
