(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), ',"name":', ifnull(json_quote(`1`.`name`), 'null'), ',"city":', ifnull(json_quote(`1`.`city`), 'null'), '}'), json_array('_ZqAgR9ueA', cast(`1`.`id` as char))
  from `customers` as `1`
  where (`1`.`country` in (select json_unquote(v) from json_table(?, '$[*]' columns (v json path '$')) as l) and not (`1`.`satisfaction` > ?) and (lower(`1`.`name`) like ? collate utf8mb4_nopad_bin or char_length(`1`.`city`) <= ?) and year(`1`.`created_at`) <> ?)
  order by `1`.`id`
  limit 4
)
union all (select null as r, concat(@@warning_count), null)
-- ["[\"DK\",\"NL\"]","3","%van%","6","2021"]
