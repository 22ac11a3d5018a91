set @joinery_0 = ?, @joinery_3 = null
-- ["3"]

-- write 0
call `place_order`(@joinery_0, ?, ?, @joinery_3, @joinery_4, @joinery_5, @joinery_6)
-- ["[1,2]","[1,2]"]

select '1' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), ',"customer_id":', ifnull(`1`.`customer_id`, 'null'), ',"status":', ifnull(json_quote(`1`.`status`), 'null'), ',"total":', ifnull(`1`.`total`, 'null'), ',"comment":', ifnull(json_quote(`1`.`comment`), 'null'), '}') as v0
from (
  select @joinery_0 as `customer_id`, @joinery_3 as `comment`, @joinery_4 as `id`, @joinery_5 as `status`, cast(@joinery_6 as decimal(12,2)) as `total`
) as `1`
-- []
