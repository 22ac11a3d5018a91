-- write 0
call `restock`(?, ?, @joinery_2)
-- ["3","5"]

(
  select '1' as r, concat('{"__typename":"Restock","now":', ifnull(`1`.`stock`, 'null'), '}') as v0
  from (select @joinery_2 as `stock`) as `1`
) union all (select null as r, concat(@@warning_count))
-- []
