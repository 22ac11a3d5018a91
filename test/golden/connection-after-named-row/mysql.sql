(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), ',"price":', ifnull(`1`.`price`, 'null'), '}'), if(octet_length(json_array('9U47x2R4oq', cast(`1`.`price` as char), cast(`1`.`name` as char), cast(`1`.`id` as char))) <= 1536, json_array('9U47x2R4oq', cast(`1`.`price` as char), cast(`1`.`name` as char), cast(`1`.`id` as char)), json_array('9U47x2R4oq.key', cast(`1`.`id` as char)))
  from (
    select `1`.`id`, `1`.`price`, `1`.`name`
    from `products` as `1`
    where (`1`.`price` < (
      select `2`.`price`
      from `products` as `2`
      where `2`.`id` = ?
    ) or (`1`.`price` = (
      select `2`.`price`
      from `products` as `2`
      where `2`.`id` = ?
    ) and (`1`.`name` > (
      select `3`.`name`
      from `products` as `3`
      where `3`.`id` = ?
    ) or (`1`.`name` = (
      select `3`.`name`
      from `products` as `3`
      where `3`.`id` = ?
    ) and `1`.`id` > (select `4`.`id` from `products` as `4` where `4`.`id` = ?)))))
    order by `1`.`price` desc, `1`.`name`, `1`.`id`
    limit 2
  ) as `1`
  order by `1`.`price` desc, `1`.`name`, `1`.`id`
)
union all (
  select '1' as r, concat(case when exists (select 1 from `products` as `5` where `5`.`id` = ?) then 1 else (select 1 from json_table('{}', '$' columns (`the row that the cursor names is gone` int path '$.row' error on empty)) g) end), concat(if(exists (
    select 1
    from `products` as `6`
    where ((`6`.`price` < (
      select `7`.`price`
      from `products` as `7`
      where `7`.`id` = ?
    ) or (`6`.`price` = (
      select `7`.`price`
      from `products` as `7`
      where `7`.`id` = ?
    ) and (`6`.`name` > (
      select `8`.`name`
      from `products` as `8`
      where `8`.`id` = ?
    ) or (`6`.`name` = (
      select `8`.`name`
      from `products` as `8`
      where `8`.`id` = ?
    ) and `6`.`id` > (select `9`.`id` from `products` as `9` where `9`.`id` = ?)))))) is not true
  ), 1, 0))
)
-- ["4","4","4","4","4","4","4","4","4","4","4"]
