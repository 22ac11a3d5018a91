-- write 0
delete
from `categories`
where `categories`.`id` = ?
returning '1' as r, json_object('__typename', 'Category') as v0
-- [9999]
