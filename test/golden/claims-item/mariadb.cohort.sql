(
  select d.n, to_base64(unhex(sha2(ifnull(d.v0, 'n'), 256))), if(to_base64(unhex(sha2(ifnull(d.v0, 'n'), 256))) <=> d.h, null, d.v0)
  from (
    select m.n, m.h, (
      select concat('{"name":', ifnull(json_quote(`1`.`name`), 'null'), ',"orders":[', (
        select ifnull(group_concat(
          concat('{"total":', ifnull(`2`.`total`, 'null'), ',"placed_at":', ifnull(concat('"', insert(trim(trailing '.' from trim(trailing '0' from `2`.`placed_at`)), 11, 1, 'T'), '+00:00"'), 'null'), '}')
          order by `2`.`id`
          limit 1
        ), '')
        from `orders` as `2`
        where `2`.`customer_id` = `1`.`id` and (`2`.`total` > `m`.`p0` and `2`.`placed_at` < `m`.`p1` and (`2`.`gift` = `m`.`p2` or (`m`.`p2` and `2`.`gift` not in (0, 1))))
      ), ']}')
      from `customers` as `1`
      where (`1`.`country` = json_unquote(`m`.`p3`) and `1`.`id` >= `m`.`p4`) and `1`.`id` = `m`.`p5`
      limit 1
    ) as v0
    from json_table(?, '$[*]' columns (n int path '$.n', h varchar(44) character set utf8mb4 collate utf8mb4_bin path '$.h', p0 decimal(65,38) path '$.p0' error on error, p1 datetime(6) path '$.p1' error on error, p2 bigint path '$.p2' error on error, p3 json path '$.p3' error on error, p4 bigint path '$.p4' error on error, p5 bigint path '$.p5' error on error)) as `m`
    limit 18446744073709551615
  ) as d
)
union all (select null as r, concat(@@warning_count), null)
