(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), ',"orders_connection":{', (
    select concat('"totalCount":', count(*), ',"items":[', ifnull(group_concat(
      concat('{"id":', ifnull(`2`.`id`, 'null'), ',"orderDetails_connection":{"groupBy":[', ifnull((
        select concat('{"aggregations":{"lines":', ifnull(count(*), 'null'), ',"sum":', ifnull(sum(`5`.`line_total`), 'null'), '}}')
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
    select ifnull(group_concat(
      (
        select concat('{"fields":{"status":', ifnull(json_quote(`7`.`status`), 'null'), '},"aggregations":{"sum":', ifnull(sum(`7`.`total`), 'null'), '}}')
        from `orders` as `7`
        where `7`.`customer_id` = `1`.`id` and `7`.`total` > ? and convert(concat('[', ifnull(json_quote(`7`.`status`), 'null'), ']') using utf8mb4) collate utf8mb4_bin = g.k
        limit 1
      )
      order by (
        select sum(`7`.`total`)
        from `orders` as `7`
        where `7`.`customer_id` = `1`.`id` and `7`.`total` > ? and convert(concat('[', ifnull(json_quote(`7`.`status`), 'null'), ']') using utf8mb4) collate utf8mb4_bin = g.k
        limit 1
      ) is null desc, (
        select sum(`7`.`total`)
        from `orders` as `7`
        where `7`.`customer_id` = `1`.`id` and `7`.`total` > ? and convert(concat('[', ifnull(json_quote(`7`.`status`), 'null'), ']') using utf8mb4) collate utf8mb4_bin = g.k
        limit 1
      ) desc, (
        select `7`.`status`
        from `orders` as `7`
        where `7`.`customer_id` = `1`.`id` and `7`.`total` > ? and convert(concat('[', ifnull(json_quote(`7`.`status`), 'null'), ']') using utf8mb4) collate utf8mb4_bin = g.k
        limit 1
      )
      limit 100
    ), '')
    from json_table((
      select concat('[', group_concat(distinct json_quote(convert(concat('[', ifnull(json_quote(`7`.`status`), 'null'), ']') using utf8mb4) collate utf8mb4_bin)), ']')
      from `orders` as `7`
      where `7`.`customer_id` = `1`.`id` and `7`.`total` > ?
    ), '$[*]' columns (k longtext character set utf8mb4 collate utf8mb4_bin path '$')) g
  ), ']}}')
  from `customers` as `1`
  order by `1`.`id`
  limit 3
)
union all (
  select '1' as r, concat('{"products_connection":{"groupBy":[', (
    select ifnull(group_concat(
      (
        select concat('{"fields":{"discontinued":', if(`12`.`discontinued` is null, 'null', if(`12`.`discontinued`, 'true', 'false')), '},"aggregations":{"count":', ifnull(count(*), 'null'), '}}')
        from `products` as `12`
        where exists (
          select 1
          from `product_suppliers` as `14`
          where `14`.`supplier_id` = `9`.`id` and `14`.`product_id` = `12`.`id`
        ) and (lower(`12`.`name`) like lower(?) or lower(`12`.`description`) like lower(?)) and convert(concat('[', if(`12`.`discontinued` is null, 'null', if(`12`.`discontinued`, 'true', 'false')), ']') using utf8mb4) collate utf8mb4_bin = g.k
        limit 1
      )
      order by (
        select `12`.`discontinued`
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
-- ["100","100","100","100","100","100","%e%","%e%","%e%","%e%","%e%","%e%"]
