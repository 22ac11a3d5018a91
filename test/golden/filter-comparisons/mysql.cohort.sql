select d.n, to_base64(unhex(sha2(ifnull(d.v0, 'n'), 256))), if(to_base64(unhex(sha2(ifnull(d.v0, 'n'), 256))) <=> d.h, null, d.v0)
from (
  select m.n, m.h, ifnull(concat('[', (
    select ifnull(group_concat(
      ifnull(concat('{"id":', ifnull(`1`.`id`, 'null'), ',"total":', ifnull(`1`.`total`, 'null'), ',"status":', if(length(`1`.`status`) > 0, json_quote(`1`.`status`), if(`1`.`status` is null, 'null', exp(7207207 + length('orders/status')))), ',"placed_at":', ifnull(concat('"', insert(trim(trailing '.' from trim(trailing '0' from `1`.`placed_at`)), 11, 1, 'T'), '+00:00"'), 'null'), '}'), exp(7107107))
      order by `1`.`id` separator ','
    ), '')
    from (
      select `1`.`id`, `1`.`total`, `1`.`status`, `1`.`placed_at`
      from `orders` as `1`
      where ((`1`.`total` >= `m`.`p0` and `1`.`total` < `m`.`p1`) and `1`.`status` in (select json_unquote(v) from json_table(json_unquote(`m`.`p2`), '$[*]' columns (v json path '$')) as l) and not ((`1`.`gift` = `m`.`p3` or (`m`.`p3` and `1`.`gift` not in (0, 1)))) and `1`.`placed_at` > `m`.`p4`)
      order by `1`.`id`
      limit 5
    ) as `1`
  ), ']'), exp(7107107)) as v0
  from json_table(?, '$[*]' columns (n int path '$.n', h varchar(44) character set utf8mb4 collate utf8mb4_bin path '$.h', p0 decimal(65,30) path '$.p0' error on error, p1 decimal(65,30) path '$.p1' error on error, p2 json path '$.p2' error on error, p3 bigint path '$.p3' error on error, p4 datetime(6) path '$.p4' error on error)) as `m`
  limit 18446744073709551615
) as d
