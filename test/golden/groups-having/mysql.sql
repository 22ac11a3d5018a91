(
  select '0' as r, concat('{"fields":{"customer_id":', ifnull(`2`.`customer_id`, 'null'), '},"aggregations":{"count":', ifnull(coalesce(count(*)), 'null'), ',"sum":', ifnull(coalesce(sum(`2`.`total`)), 'null'), '}}')
  from `orders` as `2`
  group by `2`.`customer_id`
  having (((coalesce(count(*)) >= ? and (coalesce(sum(`2`.`total`)) > ? or (coalesce(max(`2`.`placed_at`)) >= ? and coalesce(if(count(*) = 0, 0, count(distinct `2`.`status`))) >= ?)) and not ((coalesce(count(`2`.`shipped_at`)) = ? and coalesce(round(avg(cast(`2`.`priority` as decimal(65,12))), 16)) is null))) and coalesce(sum(`2`.`total`)) < ?))
  order by `2`.`customer_id`
  limit 100
)
union all (
  select '1' as r, concat('{"fields":{"product_id":', ifnull(`5`.`product_id`, 'null'), '},"aggregations":{"count":', ifnull(coalesce(count(*)), 'null'), ',"quantity":', ifnull(coalesce(if(count(*) = 0, null, sum(distinct `5`.`quantity`))), 'null'), '}}')
  from `order_details` as `5`
  group by `5`.`product_id`
  having (((lower(coalesce(min(`5`.`note`))) like lower(?) and coalesce(if(count(*) = 0, null, round(avg(distinct cast(`5`.`discount` as decimal(65,12))), 16))) <> ?) and coalesce(count(*)) in (select v from json_table(?, '$[*]' columns (v bigint path '$')) as l) and not (coalesce(if(count(*) = 0, null, sum(distinct `5`.`quantity`))) in (select v from json_table(?, '$[*]' columns (v decimal(65,30) path '$' default '"99999999999999999999999999999999999.999999999999999999999999999999"' on error)) as l))))
  order by `5`.`product_id`
  limit 3
)
-- [6,"30000","2024-12-20 00:00:00",3,0,"60000.5","%a%","0.1","[2,3,4]","[\"1.5\",\"12\"]"]
