(
  select '0' as r, concat('{"order_id":', ifnull(`1`.`order_id`, 'null'), ',"line_no":', ifnull(`1`.`line_no`, 'null'), ',"product_id":', ifnull(`1`.`product_id`, 'null'), ',"quantity":', ifnull(`1`.`quantity`, 'null'), ',"unit_price":', ifnull(`1`.`unit_price`, 'null'), ',"discount":', ifnull(`1`.`discount`, 'null'), ',"line_total":', ifnull(`1`.`line_total`, 'null'), ',"note":', ifnull(json_quote(`1`.`note`), 'null'), '}'), left(sha2(concat('[', ifnull(`1`.`order_id`, 'null'), ',', ifnull(`1`.`line_no`, 'null'), ',', ifnull(`1`.`product_id`, 'null'), ',', ifnull(`1`.`quantity`, 'null'), ',', ifnull(`1`.`unit_price`, 'null'), ',', ifnull(`1`.`discount`, 'null'), ',', ifnull(`1`.`line_total`, 'null'), ',', ifnull(json_quote(`1`.`note`), 'null'), ']'), 256), 32)
  from `order_details` as `1`
  where (`1`.`order_id` = ? and `1`.`line_no` = ?)
  limit 1
)
-- [5,99]
