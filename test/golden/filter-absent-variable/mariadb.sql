(select 0 as r, json_object('id', `1`.`id`) as j from (select `1`.`id` from `customers` as `1` where exists (select 1 from `orders` as `2` where `2`.`customer_id` = `1`.`id`) order by `1`.`id` limit ?) as `1` order by `1`.`id` limit ?) union all (select 1 as r, @@warning_count as j)
-- [2,2]
