select d.n, to_base64(unhex(sha2(concat_ws('\n', ifnull(d.v0, 'n'), ifnull(d.v1, 'n'), ifnull(d.v2, 'n'), ifnull(d.v3, 'n'), ifnull(d.v4, 'n'), ifnull(d.v5, 'n'), ifnull(d.v6, 'n')), 256))), if(to_base64(unhex(sha2(concat_ws('\n', ifnull(d.v0, 'n'), ifnull(d.v1, 'n'), ifnull(d.v2, 'n'), ifnull(d.v3, 'n'), ifnull(d.v4, 'n'), ifnull(d.v5, 'n'), ifnull(d.v6, 'n')), 256))) <=> d.h, null, d.v0), if(to_base64(unhex(sha2(concat_ws('\n', ifnull(d.v0, 'n'), ifnull(d.v1, 'n'), ifnull(d.v2, 'n'), ifnull(d.v3, 'n'), ifnull(d.v4, 'n'), ifnull(d.v5, 'n'), ifnull(d.v6, 'n')), 256))) <=> d.h, null, d.v1), if(to_base64(unhex(sha2(concat_ws('\n', ifnull(d.v0, 'n'), ifnull(d.v1, 'n'), ifnull(d.v2, 'n'), ifnull(d.v3, 'n'), ifnull(d.v4, 'n'), ifnull(d.v5, 'n'), ifnull(d.v6, 'n')), 256))) <=> d.h, null, d.v2), if(to_base64(unhex(sha2(concat_ws('\n', ifnull(d.v0, 'n'), ifnull(d.v1, 'n'), ifnull(d.v2, 'n'), ifnull(d.v3, 'n'), ifnull(d.v4, 'n'), ifnull(d.v5, 'n'), ifnull(d.v6, 'n')), 256))) <=> d.h, null, d.v3), if(to_base64(unhex(sha2(concat_ws('\n', ifnull(d.v0, 'n'), ifnull(d.v1, 'n'), ifnull(d.v2, 'n'), ifnull(d.v3, 'n'), ifnull(d.v4, 'n'), ifnull(d.v5, 'n'), ifnull(d.v6, 'n')), 256))) <=> d.h, null, d.v4), if(to_base64(unhex(sha2(concat_ws('\n', ifnull(d.v0, 'n'), ifnull(d.v1, 'n'), ifnull(d.v2, 'n'), ifnull(d.v3, 'n'), ifnull(d.v4, 'n'), ifnull(d.v5, 'n'), ifnull(d.v6, 'n')), 256))) <=> d.h, null, d.v5), if(to_base64(unhex(sha2(concat_ws('\n', ifnull(d.v0, 'n'), ifnull(d.v1, 'n'), ifnull(d.v2, 'n'), ifnull(d.v3, 'n'), ifnull(d.v4, 'n'), ifnull(d.v5, 'n'), ifnull(d.v6, 'n')), 256))) <=> d.h, null, d.v6)
from (
  select m.n, m.h, ifnull(concat('[', (
    select ifnull(group_concat(
      ifnull(concat('{"id":', ifnull(`1`.`id`, 'null'), ',"thumbnail":', ifnull(concat('"', replace(to_base64(`1`.`thumbnail`), '\n', ''), '"'), 'null'), '}'), exp(7107107))
      order by `1`.`id` separator ','
    ), '')
    from (
      select `1`.`id`, `1`.`thumbnail`
      from `products` as `1`
      where `1`.`thumbnail` in (select from_base64(v) from json_table(json_unquote(`m`.`p0`), '$[*]' columns (v longtext path '$')) as l)
      order by `1`.`id`
      limit 5
    ) as `1`
  ), ']'), exp(7107107)) as v0, ifnull(concat('[', (
    select ifnull(group_concat(
      ifnull(concat('{"id":', ifnull(`2`.`id`, 'null'), '}'), exp(7107107))
      order by `2`.`id` separator ','
    ), '')
    from (
      select `2`.`id`
      from `products` as `2`
      where `2`.`thumbnail` = from_base64(`m`.`p1`)
      order by `2`.`id`
      limit 100
    ) as `2`
  ), ']'), exp(7107107)) as v1, ifnull(concat('[', (
    select ifnull(group_concat(
      ifnull(concat('{"id":', ifnull(`3`.`id`, 'null'), '}'), exp(7107107))
      order by `3`.`id` separator ','
    ), '')
    from (
      select `3`.`id`
      from `products` as `3`
      where `3`.`thumbnail` = from_base64(`m`.`p2`)
      order by `3`.`id`
      limit 100
    ) as `3`
  ), ']'), exp(7107107)) as v2, ifnull(concat('[', (
    select ifnull(group_concat(
      ifnull(concat('{"id":', ifnull(`4`.`id`, 'null'), '}'), exp(7107107))
      order by `4`.`id` separator ','
    ), '')
    from (
      select `4`.`id`
      from `products` as `4`
      where `4`.`thumbnail` < from_base64(`m`.`p3`)
      order by `4`.`id`
      limit 1
    ) as `4`
  ), ']'), exp(7107107)) as v3, ifnull(concat('[', (
    select ifnull(group_concat(
      ifnull(concat('{"id":', ifnull(`5`.`id`, 'null'), '}'), exp(7107107))
      order by `5`.`id` separator ','
    ), '')
    from (
      select `5`.`id`
      from `products` as `5`
      where (`5`.`thumbnail` <= from_base64(`m`.`p4`) and `5`.`thumbnail` > from_base64(`m`.`p5`))
      order by `5`.`id`
      limit 100
    ) as `5`
  ), ']'), exp(7107107)) as v4, ifnull(concat('[', (
    select ifnull(group_concat(
      ifnull(concat('{"id":', ifnull(`6`.`id`, 'null'), '}'), exp(7107107))
      order by `6`.`id` separator ','
    ), '')
    from (
      select `6`.`id`
      from `products` as `6`
      where `6`.`thumbnail` > from_base64(`m`.`p6`)
      order by `6`.`id`
      limit 1
    ) as `6`
  ), ']'), exp(7107107)) as v5, ifnull(concat('[', (
    select ifnull(group_concat(
      ifnull(concat('{"id":', ifnull(`7`.`id`, 'null'), '}'), exp(7107107))
      order by `7`.`id` separator ','
    ), '')
    from (
      select `7`.`id`
      from `products` as `7`
      where not (`7`.`thumbnail` in (select from_base64(v) from json_table(json_unquote(`m`.`p7`), '$[*]' columns (v longtext path '$')) as l))
      order by `7`.`id`
      limit 1
    ) as `7`
  ), ']'), exp(7107107)) as v6
  from json_table(?, '$[*]' columns (n int path '$.n', h varchar(44) character set utf8mb4 collate utf8mb4_bin path '$.h', p0 json path '$.p0' error on error, p1 longtext path '$.p1' error on error, p2 longtext path '$.p2' error on error, p3 longtext path '$.p3' error on error, p4 longtext path '$.p4' error on error, p5 longtext path '$.p5' error on error, p6 longtext path '$.p6' error on error, p7 json path '$.p7' error on error)) as `m`
  limit 18446744073709551615
) as d
