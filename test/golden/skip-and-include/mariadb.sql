(select 0 as r, json_object('id', `1`.`id`, 'customer', (select json_object('name', convert(`2`.`name` using utf8mb4)) from `customers` as `2` where `2`.`id` = `1`.`customer_id`)) as j from `orders` as `1` order by `1`.`id` limit ?) union all (select 1 as r, @@warning_count as j)
-- [1]
