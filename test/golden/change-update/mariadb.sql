-- write 0
update `categories` as `1`
set `1`.`name` = ?, `1`.`description` = ?
where `1`.`id` = ?
-- ["Cooking",null,3]

-- if write 0 changed a row
(
  select '1' as r, json_object('id', `1`.`id`, 'name', cast(`1`.`name` as char), 'description', cast(`1`.`description` as char)) as v0
  from `categories` as `1`
  where `1`.`id` = ?
) union all (select null as r, @@warning_count as j)
-- [3]
