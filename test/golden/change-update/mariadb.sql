-- write 0
update `categories` as `1`
set `1`.`name` = ?, `1`.`description` = ?
where `1`.`id` = ?
-- ["Cooking",null,3]

-- if write 0 changed a row
(
  select '1' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), ',"name":', ifnull(json_quote(`1`.`name`), 'null'), ',"description":', ifnull(json_quote(`1`.`description`), 'null'), '}') as v0
  from `categories` as `1`
  where `1`.`id` = ?
) union all (select null as r, concat(@@warning_count))
-- [3]
