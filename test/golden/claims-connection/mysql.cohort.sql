select d.n, to_base64(unhex(sha2(ifnull(d.v0, 'n'), 256))), if(to_base64(unhex(sha2(ifnull(d.v0, 'n'), 256))) <=> d.h, null, d.v0)
from (
  select m.n, m.h, ifnull((
    select concat('{"totalCount":', (
      select count(*)
      from `orders` as `2`
      where (`2`.`total` > `m`.`p0` and `2`.`placed_at` < `m`.`p1` and (`2`.`gift` = `m`.`p2` or (`m`.`p2` and `2`.`gift` not in (0, 1)))) and `2`.`total` < `m`.`p3`
    ), ',"hasNextPage":', if(count(*) > 2, 'true', 'false'), ',"items":[', replace(ifnull(substring_index(group_concat(
      ifnull(concat('{"id":', ifnull(`1`.`id`, 'null'), ',"customer":', ifnull((
        select ifnull(concat('{"country":', ifnull(json_quote(`3`.`country`), 'null'), '}'), exp(7107107))
        from `customers` as `3`
        where `3`.`id` = `1`.`customer_id` and (`3`.`country` = json_unquote(`m`.`p4`) and `3`.`id` >= `m`.`p5`)
      ), 'null'), '}'), exp(7107107))
      order by `1`.`placed_at` desc, `1`.`id` separator ',\n'
    ), ',\n', 2), ''), '\n', ''), '],"groupBy":[', (
      select ifnull(group_concat(g.j order by g.t0 separator ','), '')
      from (
        select ifnull(concat('{"fields":{"gift":', if(`4`.`gift` is null, 'null', if(`4`.`gift`, 'true', 'false')), '},"aggregations":{"count":', ifnull(coalesce(count(*)), 'null'), ',"sum":', ifnull(coalesce(sum(`4`.`total`)), 'null'), '}}'), exp(7107107)) as j, (`4`.`gift` <> 0) as t0
        from `orders` as `4`
        where (`4`.`total` > `m`.`p0` and `4`.`placed_at` < `m`.`p1` and (`4`.`gift` = `m`.`p2` or (`m`.`p2` and `4`.`gift` not in (0, 1)))) and `4`.`total` < `m`.`p3`
        group by (`4`.`gift` <> 0)
        order by (`4`.`gift` <> 0)
        limit 100
      ) as g
    ), ']}')
    from (
      select `1`.`id`, `1`.`customer_id`, `1`.`placed_at`
      from `orders` as `1`
      where (`1`.`total` > `m`.`p0` and `1`.`placed_at` < `m`.`p1` and (`1`.`gift` = `m`.`p2` or (`m`.`p2` and `1`.`gift` not in (0, 1)))) and `1`.`total` < `m`.`p3`
      order by `1`.`placed_at` desc, `1`.`id`
      limit 3
    ) as `1`
  ), exp(7107107)) as v0
  from json_table(?, '$[*]' columns (n int path '$.n', h varchar(44) character set utf8mb4 collate utf8mb4_bin path '$.h', p0 decimal(65,30) path '$.p0' error on error, p1 datetime(6) path '$.p1' error on error, p2 bigint path '$.p2' error on error, p3 decimal(65,30) path '$.p3' error on error, p4 json path '$.p4' error on error, p5 bigint path '$.p5' error on error)) as `m`
  limit 18446744073709551615
) as d
