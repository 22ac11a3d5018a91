(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), ',"hired_on":', ifnull(concat('"', `1`.`hired_on`, '"'), 'null'), '}'), json_array('MK8i6YXrrm', cast(`1`.`hired_on` as char), cast(`1`.`id` as char))
  from `employees` as `1`
  where `1`.`hired_on` < cast(? as date)
  order by `1`.`hired_on`, `1`.`id`
  limit 3
)
-- ["2020-06-30"]
