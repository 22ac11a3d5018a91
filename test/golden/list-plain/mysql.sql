(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), ',"name":', ifnull(json_quote(`1`.`name`), 'null'), ',"parent_id":', ifnull(`1`.`parent_id`, 'null'), '}')
  from `categories` as `1`
  order by `1`.`id`
  limit 100
)
-- []
