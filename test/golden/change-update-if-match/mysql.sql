-- write 0; if write 0 changed a row
start transaction; update `categories` as `1`
set `1`.`name` = ?
where (`1`.`id` = ? and ('*' in (select json_unquote(v) collate utf8mb4_0900_bin from json_table(?, '$[*]' columns (v json path '$')) as l) or left(sha2(concat('[', ifnull(`1`.`id`, 'null'), ',', ifnull(json_quote(`1`.`name`), 'null'), ',', ifnull(json_quote(`1`.`description`), 'null'), ',', ifnull(`1`.`parent_id`, 'null'), ']'), 256), 32) in (select json_unquote(v) collate utf8mb4_0900_bin from json_table(?, '$[*]' columns (v json path '$')) as l))); select '1' as r, ifnull(concat('{"name":', ifnull(json_quote(`1`.`name`), 'null'), ',"products":[', (
  select ifnull(group_concat(
    ifnull(concat('{"name":', ifnull(json_quote(`2`.`name`), 'null'), '}'), exp(7107107))
    order by `2`.`id` separator ','
  ), '')
  from (
    select `2`.`name`, `2`.`id`
    from `products` as `2`
    where `2`.`category_id` = `1`.`id`
    order by `2`.`category_id`, `2`.`id`
    limit 1
  ) as `2`
), ']}'), exp(7107107)) as v0
from `categories` as `1`
where `1`.`id` = ?; commit
-- ["Cooking",3,"[\"*\"]","[\"*\"]",3]
