(
  select '0' as r, json_object('id', `1`.`id`) as j
  from `customers` as `1`
  where exists (
    select 1
    from `orders` as `2`
    where `2`.`customer_id` = `1`.`id`
  )
  order by `1`.`id`
  limit 2
)
union all (select null as r, @@warning_count as j)
-- []
