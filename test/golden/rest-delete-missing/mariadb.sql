-- write 0
delete
from `categories`
where `categories`.`id` = ?
returning '1' as r, '{"__typename":"Category"}' as v0
-- [9999]
