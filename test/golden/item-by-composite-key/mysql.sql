(
  select '0' as r, concat('{"order_id":', ifnull(`1`.`order_id`, 'null'), ',"line_no":', ifnull(`1`.`line_no`, 'null'), ',"quantity":', ifnull(`1`.`quantity`, 'null'), ',"line_total":', ifnull(`1`.`line_total`, 'null'), ',"product":', ifnull((
    select ifnull(concat('{"name":', ifnull(json_quote(`2`.`name`), 'null'), '}'), exp(7107107))
    from `products` as `2`
    where `2`.`id` = `1`.`product_id`
  ), 'null'), '}')
  from `order_details` as `1`
  where (`1`.`order_id` = ? and `1`.`line_no` = ?)
  limit 1
)
union all (
  select '1' as r, concat('{"quantity":', ifnull(`3`.`quantity`, 'null'), '}')
  from `order_details` as `3`
  where (`3`.`order_id` = ? and `3`.`line_no` = ?)
  limit 1
)
-- [3,1,3,999]
