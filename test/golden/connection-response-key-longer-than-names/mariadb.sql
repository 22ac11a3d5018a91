(
  select '0' as r, concat('{"orders_connection":{', (
    select concat('"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_more":', if(count(*) > 1, 'true', 'false'), ',"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_count":', count(*), ',"plain":[', ifnull(group_concat(
      concat('{"total":', ifnull(`2`.`total`, 'null'), '}')
      order by `2`.`id`
      limit 1
    ), ''), '],"items":[', ifnull(group_concat(
      concat('{"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb":', ifnull(`2`.`id`, 'null'), '}')
      order by `2`.`id`
      limit 1
    ), ''), ']')
    from `orders` as `2`
    where `2`.`customer_id` = `1`.`id`
  ), '}}')
  from `customers` as `1`
  order by `1`.`id`
  limit 2
)
union all (select null as r, concat(@@warning_count))
-- []
