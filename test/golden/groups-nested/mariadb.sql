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
      select `7`.`customer_id` as l0, concat('{"fields":{"status":', if(length(`7`.`status`) > 0, json_quote(`7`.`status`), if(`7`.`status` is null, 'null', exp(7207207 + length('orders/status')))), '},"aggregations":{"sum":', ifnull(coalesce(sum(`7`.`total`)), 'null'), '}}') as j, coalesce(sum(`7`.`total`)) as t0, `7`.`status` as t1
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
    select ifnull(group_concat(g.j order by g.t0 limit 100), '')
    from json_table('[1]', '$[*]' columns (n for ordinality)) p
    straight_join (
      select `15`.`id` as l0, concat('{"fields":{"discontinued":', if(`12`.`discontinued` is null, 'null', if(`12`.`discontinued`, 'true', 'false')), '},"aggregations":{"count":', ifnull(coalesce(count(*)), 'null'), '}}') as j, (`12`.`discontinued` <> 0) as t0
      from `suppliers` as `15` join `products` as `12`
      where exists (
        select 1
        from `product_suppliers` as `16`
        where `16`.`supplier_id` = `15`.`id` and `16`.`product_id` = `12`.`id`
      ) and (lower(`12`.`name`) like lower(?) or lower(`12`.`description`) like lower(?))
      group by `15`.`id`, (`12`.`discontinued` <> 0)
    ) g on g.l0 = if(p.n, `9`.`id`, null)
  ), ']}}')
  from `suppliers` as `9`
  order by `9`.`id`
  limit 2
)
union all (select null as r, concat(@@warning_count))
-- ["100","100","%e%","%e%"]
