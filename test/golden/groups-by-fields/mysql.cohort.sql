select d.n, to_base64(unhex(sha2(ifnull(d.v0, 'n'), 256))), if(to_base64(unhex(sha2(ifnull(d.v0, 'n'), 256))) <=> d.h, null, d.v0)
from (
  select m.n, m.h, ifnull(concat('{"totalCount":', (
    select count(*)
    from `orders` as `2`
    where `2`.`status` <> json_unquote(`m`.`p0`)
  ), ',"groupBy":[', (
    select ifnull(group_concat(g.j order by g.t0, g.t1 separator ','), '')
    from (
      select ifnull(concat('{"fields":{"status":', if(length(`3`.`status`) > 0, json_quote(`3`.`status`), if(`3`.`status` is null, 'null', exp(7207207 + length('orders/status')))), ',"gift":', if(`3`.`gift` is null, 'null', if(`3`.`gift`, 'true', 'false')), '},"aggregations":{"count":', ifnull(coalesce(count(*)), 'null'), ',"known":', ifnull(coalesce(count(`3`.`employee_id`)), 'null'), ',"employees":', ifnull(coalesce(if(count(*) = 0, 0, count(distinct `3`.`employee_id`))), 'null'), ',"sum":', ifnull(coalesce(sum(`3`.`total`)), 'null'), ',"cheapest":', ifnull(coalesce(min(`3`.`total`)), 'null'), ',"avg":', ifnull(coalesce(round(avg(cast(`3`.`priority` as decimal(65,12))), 16)), 'null'), ',"distinctSum":', ifnull(coalesce(if(count(*) = 0, null, sum(distinct `3`.`priority`))), 'null'), ',"minimum":{"placed_at":', ifnull(concat('"', insert(trim(trailing '.' from trim(trailing '0' from coalesce(min(`3`.`placed_at`)))), 11, 1, 'T'), '+00:00"'), 'null'), '},"maximum":{"placed_at":', ifnull(concat('"', insert(trim(trailing '.' from trim(trailing '0' from coalesce(max(`3`.`placed_at`)))), 11, 1, 'T'), '+00:00"'), 'null'), ',"shipped_at":', ifnull(concat('"', insert(trim(trailing '.' from trim(trailing '0' from coalesce(max(`3`.`shipped_at`)))), 11, 1, 'T'), '+00:00"'), 'null'), ',"reference":', ifnull(json_quote(coalesce(max(`3`.`reference`))), 'null'), ',"status":', if(length(coalesce(elt(max(`3`.`status` + 0) + 1, '', 'PENDING', 'PAID', 'SHIPPED', 'DELIVERED', 'CANCELLED', 'RETURNED'))) > 0, json_quote(coalesce(elt(max(`3`.`status` + 0) + 1, '', 'PENDING', 'PAID', 'SHIPPED', 'DELIVERED', 'CANCELLED', 'RETURNED'))), if(coalesce(elt(max(`3`.`status` + 0) + 1, '', 'PENDING', 'PAID', 'SHIPPED', 'DELIVERED', 'CANCELLED', 'RETURNED')) is null, 'null', exp(7207207 + length('orders/status')))), '}}}'), exp(7107107)) as j, `3`.`status` as t0, (`3`.`gift` <> 0) as t1
      from `orders` as `3`
      where `3`.`status` <> json_unquote(`m`.`p0`)
      group by `3`.`status`, (`3`.`gift` <> 0)
      order by `3`.`status`, (`3`.`gift` <> 0)
      limit 4
    ) as g
  ), ']}'), exp(7107107)) as v0
  from json_table(?, '$[*]' columns (n int path '$.n', h varchar(44) character set utf8mb4 collate utf8mb4_bin path '$.h', p0 json path '$.p0' error on error)) as `m`
  limit 18446744073709551615
) as d
