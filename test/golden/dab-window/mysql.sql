(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), '}'), json_array('AomfIO-Mm4', cast(`1`.`id` as char))
  from `categories` as `1`
  where `1`.`id` > ? and `1`.`id` < ?
  order by `1`.`id`
  limit 2
)
union all (
  select '1' as r, concat(if(exists (
    select 1
    from `categories` as `2`
    where (`2`.`id` < ?) is not true
  ), 1, 0)), null
)
union all (
  select '2' as r, concat('{"id":', ifnull(`3`.`id`, 'null'), '}'), json_array('AomfIO-Mm4', cast(`3`.`id` as char))
  from `categories` as `3`
  where `3`.`id` > ? and `3`.`id` < ?
  order by `3`.`id`
  limit 101
)
union all (
  select '3' as r, concat(if(exists (
    select 1
    from `categories` as `4`
    where (`4`.`id` < ?) is not true
  ), 1, 0)), concat(if(exists (
    select 1
    from `categories` as `5`
    where (`5`.`id` < ?) is not true
  ), 1, 0))
)
union all (
  select '4' as r, json_array('AomfIO-Mm4', cast(`6`.`id` as char)), null
  from `categories` as `6`
  where `6`.`id` > ?
  order by `6`.`id`
  limit 101
)
-- ["2","6","6","2","6","6","6","2"]
