(
  select '0' as r, concat('{"fields":{"customer_id":', ifnull(`2`.`customer_id`, 'null'), '},"aggregations":{"count":', ifnull(count(*), 'null'), ',"sum":', ifnull(sum(`2`.`total`), 'null'), '}}')
  from `orders` as `2`
  group by `2`.`customer_id`
  having ((count(*) >= ? and (sum(`2`.`total`) > ? or (max(`2`.`placed_at`) >= ? and count(distinct `2`.`status`) >= ?)) and not ((count(`2`.`shipped_at`) = ? and avg(cast(`2`.`priority` as decimal(65,12))) is null))) and sum(`2`.`total`) < ?)
  order by `2`.`customer_id`
  limit 100
)
union all (
  select '1' as r, concat('{"fields":{"product_id":', ifnull(`5`.`product_id`, 'null'), '},"aggregations":{"count":', ifnull(count(*), 'null'), ',"quantity":', ifnull(sum(distinct `5`.`quantity`), 'null'), '}}')
  from `order_details` as `5`
  group by `5`.`product_id`
  having ((lower(group_concat(`5`.`note` order by `5`.`note`, cast(`5`.`note` as binary) limit 1)) like lower(?) and avg(distinct cast(`5`.`discount` as decimal(65,12))) <> ?) and count(*) in (select v from json_table(?, '$[*]' columns (v bigint path '$')) as l) and not (sum(distinct `5`.`quantity`) in (select v from json_table(?, '$[*]' columns (v decimal(65,30) path '$')) as l)))
  order by `5`.`product_id`
  limit 3
)
union all (select null as r, concat(@@warning_count))
-- [6,"30000","2024-12-20 00:00:00",3,0,"60000.5","%a%","0.1","[2,3,4]","[\"1.5\",\"12\"]"]
