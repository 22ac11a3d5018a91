(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), ',"orders_connection":{', (
    select concat('"totalCount":', count(*), ',"items":[', ifnull(group_concat(
      concat('{"id":', ifnull(`2`.`id`, 'null'), ',"orderDetails_connection":{"groupBy":[', ifnull((
        select concat('{"aggregations":{"lines":', ifnull(coalesce(count(*)), 'null'), ',"sum":', ifnull(coalesce(sum(`5`.`line_total`)), 'null'), '}}')
        from `order_details` as `5`
        where `5`.`order_id` = `2`.`id`
        having count(*) >= 0
        limit 100
      ), ''), ']}}')
      order by `2`.`id`
      limit 1
    ), ''), ']')
    from `orders` as `2`
    where `2`.`customer_id` = `1`.`id` and `2`.`total` > ?
  ), ',"groupBy":[', (
    select ifnull(group_concat(g.j order by g.t0 is null desc, g.t0 desc, g.t1 limit 100), '')
    from json_table('[1]', '$[*]' columns (n for ordinality)) p
    straight_join (
      select `7`.`customer_id` as l0, concat('{"fields":{"status":', ifnull(json_quote(`7`.`status`), 'null'), '},"aggregations":{"sum":', ifnull(coalesce(sum(`7`.`total`)), 'null'), '}}') as j, coalesce(sum(`7`.`total`)) as t0, `7`.`status` as t1
      from `orders` as `7`
      where `7`.`total` > ?
      group by `7`.`customer_id`, `7`.`status`
    ) g on g.l0 = if(p.n, `1`.`id`, null)
  ), ']}}')
  from `customers` as `1`
  order by `1`.`id`
  limit 3
)
union all (
  select '1' as r, concat('{"products_connection":{"groupBy":[', (
    select ifnull(group_concat(
      (
        select concat('{"fields":{"discontinued":', if(`12`.`discontinued` is null, 'null', if(`12`.`discontinued`, 'true', 'false')), '},"aggregations":{"count":', ifnull(coalesce(count(*)), 'null'), '}}')
        from `products` as `12`
        where exists (
          select 1
          from `product_suppliers` as `14`
          where `14`.`supplier_id` = `9`.`id` and `14`.`product_id` = `12`.`id`
        ) and (lower(`12`.`name`) like lower(?) or lower(`12`.`description`) like lower(?)) and convert(concat('[', if(`12`.`discontinued` is null, 'null', if(`12`.`discontinued`, 'true', 'false')), ']') using utf8mb4) collate utf8mb4_bin = g.k
        limit 1
      )
      order by (
        select (`12`.`discontinued` <> 0)
        from `products` as `12`
        where exists (
          select 1
          from `product_suppliers` as `14`
          where `14`.`supplier_id` = `9`.`id` and `14`.`product_id` = `12`.`id`
        ) and (lower(`12`.`name`) like lower(?) or lower(`12`.`description`) like lower(?)) and convert(concat('[', if(`12`.`discontinued` is null, 'null', if(`12`.`discontinued`, 'true', 'false')), ']') using utf8mb4) collate utf8mb4_bin = g.k
        limit 1
      )
      limit 100
    ), '')
    from json_table((
      select concat('[', group_concat(distinct json_quote(convert(concat('[', if(`12`.`discontinued` is null, 'null', if(`12`.`discontinued`, 'true', 'false')), ']') using utf8mb4) collate utf8mb4_bin)), ']')
      from `products` as `12`
      where exists (
        select 1
        from `product_suppliers` as `14`
        where `14`.`supplier_id` = `9`.`id` and `14`.`product_id` = `12`.`id`
      ) and (lower(`12`.`name`) like lower(?) or lower(`12`.`description`) like lower(?))
    ), '$[*]' columns (k longtext character set utf8mb4 collate utf8mb4_bin path '$')) g
  ), ']}}')
  from `suppliers` as `9`
  order by `9`.`id`
  limit 2
)
union all (select null as r, concat(@@warning_count))
-- ["100","100","%e%","%e%","%e%","%e%","%e%","%e%"]
