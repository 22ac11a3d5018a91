select d.n, to_base64(unhex(sha2(concat_ws('\n', ifnull(d.v0, 'n'), ifnull(d.v1, 'n'), ifnull(d.v2, 'n'), ifnull(d.v3, 'n')), 256))), if(to_base64(unhex(sha2(concat_ws('\n', ifnull(d.v0, 'n'), ifnull(d.v1, 'n'), ifnull(d.v2, 'n'), ifnull(d.v3, 'n')), 256))) <=> d.h, null, d.v0), if(to_base64(unhex(sha2(concat_ws('\n', ifnull(d.v0, 'n'), ifnull(d.v1, 'n'), ifnull(d.v2, 'n'), ifnull(d.v3, 'n')), 256))) <=> d.h, null, d.v1), if(to_base64(unhex(sha2(concat_ws('\n', ifnull(d.v0, 'n'), ifnull(d.v1, 'n'), ifnull(d.v2, 'n'), ifnull(d.v3, 'n')), 256))) <=> d.h, null, d.v2), if(to_base64(unhex(sha2(concat_ws('\n', ifnull(d.v0, 'n'), ifnull(d.v1, 'n'), ifnull(d.v2, 'n'), ifnull(d.v3, 'n')), 256))) <=> d.h, null, d.v3)
from (
  select m.n, m.h, ifnull(concat('[', (
    select ifnull(group_concat(
      ifnull(concat('{"name":', ifnull(json_quote(`1`.`name`), 'null'), '}'), exp(7107107))
      order by `1`.`id` separator ','
    ), '')
    from (
      select `1`.`name`, `1`.`id`
      from `products` as `1`
      where (lower(`1`.`name`) like lower(json_unquote(`m`.`p0`)) and not (`1`.`name` like json_unquote(`m`.`p1`)))
      order by `1`.`id`
      limit 3
    ) as `1`
  ), ']'), exp(7107107)) as v0, ifnull(concat('[', (
    select ifnull(group_concat(
      ifnull(concat('{"name":', ifnull(json_quote(`2`.`name`), 'null'), '}'), exp(7107107))
      order by `2`.`id` separator ','
    ), '')
    from (
      select `2`.`name`, `2`.`id`
      from `customers` as `2`
      where `2`.`name` like json_unquote(`m`.`p2`)
      order by `2`.`id`
      limit 3
    ) as `2`
  ), ']'), exp(7107107)) as v1, ifnull(concat('[', (
    select ifnull(group_concat(
      ifnull(concat('{"notes":', ifnull(json_quote(`3`.`notes`), 'null'), '}'), exp(7107107))
      order by `3`.`id` separator ','
    ), '')
    from (
      select `3`.`notes`, `3`.`id`
      from `customers` as `3`
      where `3`.`notes` like json_unquote(`m`.`p3`)
      order by `3`.`id`
      limit 3
    ) as `3`
  ), ']'), exp(7107107)) as v2, ifnull(concat('[', (
    select ifnull(group_concat(
      ifnull(concat('{"notes":', ifnull(json_quote(`4`.`notes`), 'null'), '}'), exp(7107107))
      order by `4`.`id` separator ','
    ), '')
    from (
      select `4`.`notes`, `4`.`id`
      from `customers` as `4`
      where `4`.`notes` like json_unquote(`m`.`p4`)
      order by `4`.`id`
      limit 3
    ) as `4`
  ), ']'), exp(7107107)) as v3
  from json_table(?, '$[*]' columns (n int path '$.n', h varchar(44) character set utf8mb4 collate utf8mb4_bin path '$.h', p0 json path '$.p0' error on error, p1 json path '$.p1' error on error, p2 json path '$.p2' error on error, p3 json path '$.p3' error on error, p4 json path '$.p4' error on error)) as `m`
  limit 18446744073709551615
) as d
