(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), ',"satisfaction":', ifnull(`1`.`satisfaction`, 'null'), '}'), json_array('gGur2r-j_w', cast(`1`.`satisfaction` as char), cast(`1`.`id` as char))
  from `customers` as `1`
  order by `1`.`satisfaction`, `1`.`id` desc
  limit 4
)
-- []
