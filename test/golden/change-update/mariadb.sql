-- write 0; if write 0 changed a row
begin not atomic declare joinery_count bigint; start transaction; update `categories` as `1`
set `1`.`name` = ?, `1`.`description` = ?
where `1`.`id` = ?; set joinery_count = row_count(); select concat(joinery_count); if joinery_count > 0 then select '1' as r, ifnull(concat('{"id":', ifnull(`1`.`id`, 'null'), ',"name":', ifnull(json_quote(`1`.`name`), 'null'), ',"description":', ifnull(json_quote(`1`.`description`), 'null'), '}'), (select 1 union all select 2)) as v0
from `categories` as `1`
where `1`.`id` = ?; end if; commit; end
-- ["Cooking",null,3,3]
