(
  select '0' as r, concat('{"customer":', ifnull((
    select '{}'
    from `customers` as `2`
    where `2`.`id` = `1`.`customer_id`
  ), 'null'), ',"lines":[', (
    select ifnull(group_concat('{}' order by `3`.`order_id`, `3`.`line_no` limit 1), '')
    from `order_details` as `3`
    where `3`.`order_id` = `1`.`id`
  ), '],"details":{', (
    select concat('"items":[', ifnull(group_concat('{}' order by `4`.`order_id`, `4`.`line_no` limit 1), ''), '],"totalCount":', count(*))
    from `order_details` as `4`
    where `4`.`order_id` = `1`.`id`
  ), '},"empty":{}}')
  from `orders` as `1`
  order by `1`.`id`
  limit 2
)
union all (
  select '1' as r, '{}'
  from `orders` as `7`
  where `7`.`id` = ?
  limit 1
)
union all (
  select '2' as r, '{"fields":{},"aggregations":{"minimum":{}}}'
  from `orders` as `9`
  group by (`9`.`gift` <> 0)
  order by (`9`.`gift` <> 0)
  limit 100
)
union all (
  select '3' as r, '{"aggregations":{}}'
  from `orders` as `11`
  having count(*) >= 0
  limit 1
)
union all (
  select '4' as r, '{}'
  from `orders` as `13`
  group by (`13`.`gift` <> 0)
  order by (`13`.`gift` <> 0)
  limit 100
)
union all (select null as r, concat(@@warning_count))
-- [1]
