select d.n, to_base64(unhex(sha2(ifnull(d.v0, 'n'), 256))), if(to_base64(unhex(sha2(ifnull(d.v0, 'n'), 256))) <=> d.h, null, d.v0)
from (
  select m.n, m.h, ifnull((
    select concat('{"hasNextPage":', if(false, 'true', 'false'), ',"hasPreviousPage":', if(count(*) > 2, 'true', 'false'), ',"a":[', replace(ifnull(substring_index(group_concat(
      ifnull(concat('{"id":', ifnull(`1`.`id`, 'null'), '}'), exp(7107107))
      order by `1`.`id` separator ',\n'
    ), ',\n', -2), ''), '\n', ''), '],"b":[', replace(ifnull(substring_index(group_concat(
      ifnull(concat('{"total":', ifnull(`1`.`total`, 'null'), '}'), exp(7107107))
      order by `1`.`id` separator ',\n'
    ), ',\n', -2), ''), '\n', ''), ']}')
    from (
      select `1`.`id`, `1`.`total`
      from `orders` as `1`
      order by `1`.`id` desc
      limit 3
    ) as `1`
  ), exp(7107107)) as v0
  from json_table(?, '$[*]' columns (n int path '$.n', h varchar(44) character set utf8mb4 collate utf8mb4_bin path '$.h')) as `m`
  limit 18446744073709551615
) as d
