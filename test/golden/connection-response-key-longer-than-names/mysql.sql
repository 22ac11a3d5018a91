(
  select '0' as r, concat('{"orders_connection":', (
    select concat('{"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_more":', if(count(*) > 1, 'true', 'false'), ',"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_count":', (
      select count(*)
      from `orders` as `3`
      where `3`.`customer_id` = `1`.`id`
    ), ',"plain":[', replace(ifnull(substring_index(group_concat(
      ifnull(concat('{"total":', ifnull(`2`.`total`, 'null'), '}'), exp(7107107))
      order by `2`.`id` separator ',\n'
    ), ',\n', 1), ''), '\n', ''), '],"items":[', replace(ifnull(substring_index(group_concat(
      ifnull(concat('{"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb":', ifnull(`2`.`id`, 'null'), '}'), exp(7107107))
      order by `2`.`id` separator ',\n'
    ), ',\n', 1), ''), '\n', ''), ']}')
    from (
      select `2`.`total`, `2`.`id`
      from `orders` as `2`
      where `2`.`customer_id` = `1`.`id`
      order by `2`.`customer_id`, `2`.`id`
      limit 2
    ) as `2`
  ), '}')
  from `customers` as `1`
  order by `1`.`id`
  limit 2
)
-- []
