select d.n, to_base64(unhex(sha2(ifnull(d.v0, 'n'), 256))), if(to_base64(unhex(sha2(ifnull(d.v0, 'n'), 256))) <=> d.h, null, d.v0)
from (
  select m.n, m.h, ifnull(concat('[', (
    select ifnull(group_concat(
      ifnull(concat('{"revenue":', ifnull(`1`.`revenue`, 'null'), '}'), exp(7107107))
      order by `1`.`revenue` <=> null, `1`.`revenue`, `1`.`month` <=> null, `1`.`month`, `1`.`country` <=> null, `1`.`country` separator ','
    ), '')
    from (
      select `1`.`revenue`, `1`.`month`, `1`.`country`
      from `sales` as `1`
      where ((`1`.`revenue` = `m`.`p0` or `1`.`revenue` = `m`.`p1` or (`1`.`revenue` >= `m`.`p2` and `1`.`revenue` < `m`.`p3`) or (`1`.`revenue` > `m`.`p4` and `1`.`revenue` <= `m`.`p5`) or `1`.`revenue` in (select v from json_table(json_unquote(`m`.`p6`), '$[*]' columns (v decimal(65,30) path '$' default '"99999999999999999999999999999999999.999999999999999999999999999999"' on error)) as l)) and (`1`.`revenue` <> `m`.`p7` and not (`1`.`revenue` in (select v from json_table(json_unquote(`m`.`p8`), '$[*]' columns (v decimal(65,30) path '$' default '"99999999999999999999999999999999999.999999999999999999999999999999"' on error)) as l))))
      order by `1`.`revenue` is null, `1`.`revenue`, `1`.`month` is null, `1`.`month`, `1`.`country` is null, `1`.`country`
      limit 100
    ) as `1`
  ), ']'), exp(7107107)) as v0
  from json_table(?, '$[*]' columns (n int path '$.n', h varchar(44) character set utf8mb4 collate utf8mb4_bin path '$.h', p0 decimal(65,30) path '$.p0' error on error, p1 decimal(65,30) path '$.p1' error on error, p2 decimal(65,30) path '$.p2' error on error, p3 decimal(65,30) path '$.p3' error on error, p4 decimal(65,30) path '$.p4' error on error, p5 decimal(65,30) path '$.p5' error on error, p6 json path '$.p6' error on error, p7 decimal(65,30) path '$.p7' error on error, p8 json path '$.p8' error on error)) as `m`
  limit 18446744073709551615
) as d
