(select 0 as r, json_object('id', `1`.`id`, 'name', convert(`1`.`name` using utf8mb4), 'parent_id', `1`.`parent_id`) as j from `categories` as `1` order by `1`.`id` limit ?) union all (select 1 as r, @@warning_count as j)
-- [100]
