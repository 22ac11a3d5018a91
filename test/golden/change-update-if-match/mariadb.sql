-- write 0
update `categories` as `1`
set `1`.`name` = ?
where (`1`.`id` = ? and ('*' in (select json_unquote(v) from json_table(?, '$[*]' columns (v json path '$')) as l) or left(sha2(json_array(`1`.`id`, cast(`1`.`name` as char), cast(`1`.`description` as char), `1`.`parent_id`), 256), 32) in (select json_unquote(v) from json_table(?, '$[*]' columns (v json path '$')) as l)))
-- ["Cooking",3,"[\"*\"]","[\"*\"]"]

-- if write 0 changed a row
(
  select '1' as r, json_object('name', cast(`1`.`name` as char), 'products', coalesce((
    select json_arrayagg(
      json_object('name', cast(`2`.`name` as char))
      order by `2`.`id`
      limit 1
    )
    from `products` as `2`
    where `2`.`category_id` = `1`.`id`
  ), json_array())) as v0
  from `categories` as `1`
  where `1`.`id` = ?
) union all (select null as r, @@warning_count as j)
-- [3]
