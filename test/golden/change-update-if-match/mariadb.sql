-- write 0
update `categories` as `1`
set `1`.`name` = ?
where (`1`.`id` = ? and ('*' in (select json_unquote(v) collate utf8mb4_nopad_bin from json_table(?, '$[*]' columns (v json path '$')) as l) or left(sha2(concat('[', ifnull(`1`.`id`, 'null'), ',', ifnull(json_quote(`1`.`name`), 'null'), ',', ifnull(json_quote(`1`.`description`), 'null'), ',', ifnull(`1`.`parent_id`, 'null'), ']'), 256), 32) in (select json_unquote(v) collate utf8mb4_nopad_bin from json_table(?, '$[*]' columns (v json path '$')) as l)))
-- ["Cooking",3,"[\"*\"]","[\"*\"]"]

-- if write 0 changed a row
(
  select '1' as r, concat('{"name":', ifnull(json_quote(`1`.`name`), 'null'), ',"products":[', (
    select ifnull(group_concat(
      concat('{"name":', ifnull(json_quote(`2`.`name`), 'null'), '}')
      order by `2`.`id`
      limit 1
    ), '')
    from `products` as `2`
    where `2`.`category_id` = `1`.`id`
  ), ']}') as v0
  from `categories` as `1`
  where `1`.`id` = ?
) union all (select null as r, concat(@@warning_count))
-- [3]
