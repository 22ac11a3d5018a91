select d.n, to_base64(unhex(sha2(ifnull(d.v0, 'n'), 256))), if(to_base64(unhex(sha2(ifnull(d.v0, 'n'), 256))) <=> d.h, null, d.v0)
from (
  select m.n, m.h, ifnull(concat('[', (
    select ifnull(group_concat(
      ifnull(concat('{"id":', ifnull(`1`.`id`, 'null'), ',"name":', ifnull(json_quote(`1`.`name`), 'null'), ',"parent_id":', ifnull(`1`.`parent_id`, 'null'), '}'), exp(7107107))
      order by `1`.`id` separator ','
    ), '')
    from (
      select `1`.`id`, `1`.`name`, `1`.`parent_id`
      from `categories` as `1`
      order by `1`.`id`
      limit 100
    ) as `1`
  ), ']'), exp(7107107)) as v0
  from json_table(?, '$[*]' columns (n int path '$.n', h varchar(44) character set utf8mb4 collate utf8mb4_bin path '$.h')) as `m`
  limit 18446744073709551615
) as d
