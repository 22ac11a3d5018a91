(select 0 as r, json_object('id', `1`.`id`) as j from `orders` as `1` order by `1`.`id` limit ? offset ?) union all (select 1 as r, @@warning_count as j)
-- [3,5]
