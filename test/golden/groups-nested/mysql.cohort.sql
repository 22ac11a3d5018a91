select d.n, to_base64(unhex(sha2(concat_ws('\n', ifnull(d.v0, 'n'), ifnull(d.v1, 'n')), 256))), if(to_base64(unhex(sha2(concat_ws('\n', ifnull(d.v0, 'n'), ifnull(d.v1, 'n')), 256))) <=> d.h, null, d.v0), if(to_base64(unhex(sha2(concat_ws('\n', ifnull(d.v0, 'n'), ifnull(d.v1, 'n')), 256))) <=> d.h, null, d.v1)
from (
  select m.n, m.h, ifnull(concat('[', (
    select ifnull(group_concat(
      ifnull(concat('{"id":', ifnull(`1`.`id`, 'null'), ',"orders_connection":', (
        select concat('{"totalCount":', (
          select count(*)
          from `orders` as `3`
          where `3`.`customer_id` = `1`.`id` and `3`.`total` > `m`.`p0`
        ), ',"items":[', ifnull(group_concat(
          ifnull(concat('{"id":', ifnull(`2`.`id`, 'null'), ',"orderDetails_connection":{"groupBy":[', (
            select ifnull(group_concat(g.j separator ','), '')
            from (
              select ifnull(concat('{"aggregations":{"lines":', ifnull(coalesce(count(*)), 'null'), ',"sum":', ifnull(coalesce(sum(`5`.`line_total`)), 'null'), '}}'), exp(7107107)) as j
              from `order_details` as `5`
              where `5`.`order_id` = `2`.`id`
              having count(*) >= 0
              limit 100
            ) as g
          ), ']}}'), exp(7107107))
          order by `2`.`id` separator ','
        ), ''), '],"groupBy":[', (
          select ifnull(group_concat(
            g.j
            order by g.t0 <=> null desc, g.t0 desc, g.t1 separator ','
          ), '')
          from (
            select ifnull(concat('{"fields":{"status":', if(length(`7`.`status`) > 0, json_quote(`7`.`status`), if(`7`.`status` is null, 'null', exp(7207207 + length('orders/status')))), '},"aggregations":{"sum":', ifnull(coalesce(sum(`7`.`total`)), 'null'), '}}'), exp(7107107)) as j, coalesce(sum(`7`.`total`)) as t0, `7`.`status` as t1
            from `orders` as `7`
            where `7`.`customer_id` = `1`.`id` and `7`.`total` > `m`.`p0`
            group by `7`.`status`
            order by coalesce(sum(`7`.`total`)) is null desc, coalesce(sum(`7`.`total`)) desc, `7`.`status`
            limit 100
          ) as g
        ), ']}')
        from (
          select `2`.`id`
          from `orders` as `2`
          where `2`.`customer_id` = `1`.`id` and `2`.`total` > `m`.`p0`
          order by `2`.`customer_id`, `2`.`id`
          limit 1
        ) as `2`
      ), '}'), exp(7107107))
      order by `1`.`id` separator ','
    ), '')
    from (
      select `1`.`id`
      from `customers` as `1`
      order by `1`.`id`
      limit 3
    ) as `1`
  ), ']'), exp(7107107)) as v0, ifnull(concat('[', (
    select ifnull(group_concat(
      ifnull(concat('{"products_connection":{"groupBy":[', (
        select ifnull(group_concat(g.j order by g.t0 separator ','), '')
        from (
          select ifnull(concat('{"fields":{"discontinued":', if(`12`.`discontinued` is null, 'null', if(`12`.`discontinued`, 'true', 'false')), '},"aggregations":{"count":', ifnull(coalesce(count(*)), 'null'), '}}'), exp(7107107)) as j, (`12`.`discontinued` <> 0) as t0
          from `products` as `12`
          where exists (
            select 1
            from `product_suppliers` as `14`
            where `14`.`supplier_id` = `9`.`id` and `14`.`product_id` = `12`.`id`
          ) and (lower(`12`.`name`) like lower(json_unquote(`m`.`p1`)) or lower(`12`.`description`) like lower(json_unquote(`m`.`p1`)))
          group by (`12`.`discontinued` <> 0)
          order by (`12`.`discontinued` <> 0)
          limit 100
        ) as g
      ), ']}}'), exp(7107107))
      order by `9`.`id` separator ','
    ), '')
    from (
      select `9`.`id`
      from `suppliers` as `9`
      order by `9`.`id`
      limit 2
    ) as `9`
  ), ']'), exp(7107107)) as v1
  from json_table(?, '$[*]' columns (n int path '$.n', h varchar(44) character set utf8mb4 collate utf8mb4_bin path '$.h', p0 decimal(65,30) path '$.p0' error on error, p1 json path '$.p1' error on error)) as `m`
  limit 18446744073709551615
) as d
