(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), ',"name":', ifnull(json_quote(`1`.`name`), 'null'), ',"description":', ifnull(json_quote(`1`.`description`), 'null'), ',"parent_id":', ifnull(`1`.`parent_id`, 'null'), '}'), json_array('AomfIO-Mm4', cast(`1`.`id` as char))
  from `categories` as `1`
  order by `1`.`id`
  limit 101
)
-- []
