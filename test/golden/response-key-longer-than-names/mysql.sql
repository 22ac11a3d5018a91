(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), ',"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_one":', ifnull(json_quote(`1`.`name`), 'null'), ',"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_two":', ifnull(`1`.`price`, 'null'), ',"category":', ifnull((
    select ifnull(concat('{"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb":', ifnull(json_quote(`2`.`name`), 'null'), '}'), exp(7107107))
    from `categories` as `2`
    where `2`.`id` = `1`.`category_id`
  ), 'null'), '}')
  from `products` as `1`
  order by `1`.`id`
  limit 2
)
-- []
