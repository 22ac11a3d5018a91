select d.n, to_base64(unhex(sha2(concat_ws('\n', ifnull(d.v0, 'n'), ifnull(d.v1, 'n')), 256))), if(to_base64(unhex(sha2(concat_ws('\n', ifnull(d.v0, 'n'), ifnull(d.v1, 'n')), 256))) <=> d.h, null, d.v0), if(to_base64(unhex(sha2(concat_ws('\n', ifnull(d.v0, 'n'), ifnull(d.v1, 'n')), 256))) <=> d.h, null, d.v1)
from (
  select m.n, m.h, ifnull(concat('[', (
    select ifnull(group_concat(
      ifnull(concat('{"id":', ifnull(`1`.`id`, 'null'), ',"country":', ifnull(json_quote(`1`.`country`), 'null'), ',"orders":[', (
        select ifnull(group_concat(
          ifnull(concat('{"id":', ifnull(`2`.`id`, 'null'), ',"total":', ifnull(`2`.`total`, 'null'), '}'), exp(7107107))
          order by `2`.`id` separator ','
        ), '')
        from (
          select `2`.`id`, `2`.`total`
          from `orders` as `2`
          where `2`.`customer_id` = `1`.`id` and (`2`.`total` > `m`.`p0` and `2`.`placed_at` < `m`.`p1` and (`2`.`gift` = `m`.`p2` or (`m`.`p2` and `2`.`gift` not in (0, 1))))
          order by `2`.`customer_id`, `2`.`id`
          limit 2
        ) as `2`
      ), ']}'), exp(7107107))
      order by `1`.`id` separator ','
    ), '')
    from (
      select `1`.`id`, `1`.`country`
      from `customers` as `1`
      where (`1`.`country` = json_unquote(`m`.`p3`) and `1`.`id` >= `m`.`p4`)
      order by `1`.`id`
      limit 2
    ) as `1`
  ), ']'), exp(7107107)) as v0, ifnull(concat('[', (
    select ifnull(group_concat(
      ifnull(concat('{"id":', ifnull(`3`.`id`, 'null'), ',"customer":', ifnull((
        select ifnull(concat('{"name":', ifnull(json_quote(`4`.`name`), 'null'), '}'), exp(7107107))
        from `customers` as `4`
        where `4`.`id` = `3`.`customer_id` and (`4`.`country` = json_unquote(`m`.`p5`) and `4`.`id` >= `m`.`p6`)
      ), 'null'), '}'), exp(7107107))
      order by `3`.`total` desc, `3`.`id` separator ','
    ), '')
    from (
      select `3`.`id`, `3`.`customer_id`, `3`.`total`
      from `orders` as `3`
      where (`3`.`total` > `m`.`p7` and `3`.`placed_at` < `m`.`p8` and (`3`.`gift` = `m`.`p9` or (`m`.`p9` and `3`.`gift` not in (0, 1))))
      order by `3`.`total` desc, `3`.`id`
      limit 2
    ) as `3`
  ), ']'), exp(7107107)) as v1
  from json_table(?, '$[*]' columns (n int path '$.n', h varchar(44) character set utf8mb4 collate utf8mb4_bin path '$.h', p0 decimal(65,30) path '$.p0' error on error, p1 datetime(6) path '$.p1' error on error, p2 bigint path '$.p2' error on error, p3 json path '$.p3' error on error, p4 bigint path '$.p4' error on error, p5 json path '$.p5' error on error, p6 bigint path '$.p6' error on error, p7 decimal(65,30) path '$.p7' error on error, p8 datetime(6) path '$.p8' error on error, p9 bigint path '$.p9' error on error)) as `m`
  limit 18446744073709551615
) as d
