-- write 0
call `restock`(?, ?, @joinery_2)
-- ["3","5"]

select '1' as r, concat('{"stock":', ifnull(`1`.`stock`, 'null'), '}') as v0
from (select @joinery_2 as `stock`) as `1`
-- []
