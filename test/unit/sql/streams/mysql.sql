(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), '}'), json_array('Kj48KdIFJh', cast(`1`.`customer_id` as char), cast(`1`.`id` as char))
  from `orders` as `1`
  where false
  order by `1`.`customer_id`, `1`.`id`
  limit 3
)
union all (
  select '1' as r, json_array('Kj48KdIFJh', cast(`2`.`customer_id` as char), cast(`2`.`id` as char)), null
  from `orders` as `2`
  order by `2`.`customer_id` desc, `2`.`id` desc
  limit 1
)
-- []

(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), '}'), json_array('Kj48KdIFJh', cast(`1`.`customer_id` as char), cast(`1`.`id` as char))
  from `orders` as `1`
  where (`1`.`customer_id` < ? or (`1`.`customer_id` = ? and `1`.`id` <= ?))
  order by `1`.`customer_id`, `1`.`id`
  limit 3
)
union all (
  select '1' as r, json_array('Kj48KdIFJh', cast(`2`.`customer_id` as char), cast(`2`.`id` as char)), null
  from `orders` as `2`
  order by `2`.`customer_id` desc, `2`.`id` desc
  limit 1
)
-- ["5","5","9"]

(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), '}'), json_array('Kj48KdIFJh', cast(`1`.`customer_id` as char), cast(`1`.`id` as char))
  from `orders` as `1`
  where (`1`.`customer_id` > ? or (`1`.`customer_id` = ? and `1`.`id` > ?)) and (`1`.`customer_id` < ? or (`1`.`customer_id` = ? and `1`.`id` <= ?))
  order by `1`.`customer_id`, `1`.`id`
  limit 3
)
union all (
  select '1' as r, json_array('Kj48KdIFJh', cast(`2`.`customer_id` as char), cast(`2`.`id` as char)), null
  from `orders` as `2`
  where (`2`.`customer_id` > ? or (`2`.`customer_id` = ? and `2`.`id` > ?))
  order by `2`.`customer_id` desc, `2`.`id` desc
  limit 1
)
-- ["5","5","7","5","5","9","5","5","7"]
