(
  select '0' as r, json_object('id', `1`.`id`, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_one', cast(`1`.`name` as char), 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_two', `1`.`price`, 'category', (
    select json_object('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', cast(`2`.`name` as char))
    from `categories` as `2`
    where `2`.`id` = `1`.`category_id`
  )) as j
  from `products` as `1`
  order by `1`.`id`
  limit 2
)
union all (select null as r, @@warning_count as j)
-- []
