select d.n, to_base64(unhex(sha2(ifnull(d.v0, 'n'), 256))), if(to_base64(unhex(sha2(ifnull(d.v0, 'n'), 256))) <=> d.h, null, d.v0)
from (
  select m.n, m.h, ifnull(concat('[', (
    select ifnull(group_concat(
      ifnull(concat('{"id":', ifnull(`1`.`id`, 'null'), ',"name":', ifnull(json_quote(`1`.`name`), 'null'), ',"accountManager":[', (
        select ifnull(group_concat(
          ifnull(concat('{"status":', if(length(`2`.`status`) > 0, json_quote(`2`.`status`), if(`2`.`status` is null, 'null', exp(7207207 + length('orders/status')))), '}'), exp(7107107))
          order by `2`.`id` separator ','
        ), '')
        from (
          select `2`.`status`, `2`.`id`
          from `orders` as `2`
          where `2`.`customer_id` = `1`.`id`
          order by `2`.`customer_id`, `2`.`id`
          limit 1
        ) as `2`
      ), ']}'), exp(7107107))
      order by `1`.`id` separator ','
    ), '')
    from (
      select `1`.`id`, `1`.`name`
      from `customers` as `1`
      order by `1`.`id`
      limit 2
    ) as `1`
  ), ']'), exp(7107107)) as v0
  from json_table(?, '$[*]' columns (n int path '$.n', h varchar(44) character set utf8mb4 collate utf8mb4_bin path '$.h')) as `m`
  limit 18446744073709551615
) as d
