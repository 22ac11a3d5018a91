-- write 0
update `products` as `1`
set `1`.`stock` = ?
where `1`.`id` = ?
-- ["1",1]

-- if write 0 changed a row
select '1' as r, concat('{"stock":', ifnull(`1`.`stock`, 'null'), '}') as v0
from `products` as `1`
where `1`.`id` = ?
-- [1]

-- write 1
call `restock`(?, ?, @joinery_2)
-- ["1","10"]

select '1' as r, concat('{"stock":', ifnull(`1`.`stock`, 'null'), '}') as v0
from (select @joinery_2 as `stock`) as `1`
-- []

set @joinery_0 = ?, @joinery_3 = null
-- ["3"]

-- write 2
call `place_order`(@joinery_0, ?, ?, @joinery_3, @joinery_4, @joinery_5, @joinery_6)
-- ["1","4"]

select '1' as r, concat('{"total":', ifnull(`2`.`total`, 'null'), '}') as v0
from (
  select @joinery_0 as `customer_id`, @joinery_3 as `comment`, @joinery_4 as `id`, @joinery_5 as `status`, cast(@joinery_6 as decimal(12,2)) as `total`
) as `2`
-- []

-- write 3
update `products` as `1`
set `1`.`weight` = ?
where `1`.`id` = ?
-- ["1.5",1]

-- if write 3 changed a row
select '1' as r, concat('{"stock":', ifnull(`1`.`stock`, 'null'), ',"weight":', ifnull(cast(`1`.`weight` as char(40)), 'null'), '}') as v0
from `products` as `1`
where `1`.`id` = ?
-- [1]
