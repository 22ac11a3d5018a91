(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), ',"name":', ifnull(json_quote(`1`.`name`), 'null'), ',"birthday":', ifnull(concat('"', `1`.`birthday`, 'T00:00:00+00:00"'), 'null'), '}'), if(octet_length(json_array('KFIKyFAnKD', cast(`1`.`country` as char), cast(`1`.`name` as char), cast(`1`.`id` as char))) <= 1536, json_array('KFIKyFAnKD', cast(`1`.`country` as char), cast(`1`.`name` as char), cast(`1`.`id` as char)), json_array('KFIKyFAnKD.key', cast(`1`.`id` as char)))
  from `customers` as `1`
  where (`1`.`newsletter` = ? or (? and `1`.`newsletter` not in (0, 1)))
  order by `1`.`country` desc, `1`.`name`, `1`.`id`
  limit 3
)
-- [1,1]
