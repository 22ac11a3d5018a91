(
  select d.n, to_base64(unhex(sha2(ifnull(d.v0, 'n'), 256))), if(to_base64(unhex(sha2(ifnull(d.v0, 'n'), 256))) <=> d.h, null, d.v0)
  from (
    select m.n, m.h, (
      select concat('{"id":', ifnull(`1`.`id`, 'null'), ',"reference":', ifnull(json_quote(`1`.`reference`), 'null'), ',"status":', if(length(`1`.`status`) > 0, json_quote(`1`.`status`), if(`1`.`status` is null, 'null', exp(7207207 + length('orders/status')))), ',"total":', ifnull(`1`.`total`, 'null'), ',"placed_at":', ifnull(concat('"', insert(trim(trailing '.' from trim(trailing '0' from `1`.`placed_at`)), 11, 1, 'T'), '+00:00"'), 'null'), ',"shipped_at":', ifnull(concat('"', insert(trim(trailing '.' from trim(trailing '0' from `1`.`shipped_at`)), 11, 1, 'T'), '+00:00"'), 'null'), ',"gift":', if(`1`.`gift` is null, 'null', if(`1`.`gift`, 'true', 'false')), '}')
      from `orders` as `1`
      where `1`.`id` = `m`.`p0`
      limit 1
    ) as v0
    from json_table(?, '$[*]' columns (n int path '$.n', h varchar(44) character set utf8mb4 collate utf8mb4_bin path '$.h', p0 bigint path '$.p0' error on error)) as `m`
    limit 18446744073709551615
  ) as d
)
union all (select null as r, concat(@@warning_count), null)
