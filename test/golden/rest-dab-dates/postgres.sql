select pg_catalog.to_json(coalesce(q.i0[:2], '{}'))::pg_catalog.text as v0, (q.n operator(pg_catalog.>) 2)::pg_catalog.text as v1, case when least(q.n, 2) operator(pg_catalog.>) 0 and q.n operator(pg_catalog.>) 2 then pg_catalog.translate(pg_catalog.encode(pg_catalog.convert_to(pg_catalog.json_build_array('MK8i6YXrrm'::pg_catalog.text, q.k0[least(q.n, 2)], q.k1[least(q.n, 2)])::pg_catalog.text, 'UTF8'), 'base64'), E'+/=\n', '-_') end as v2
from (
  select pg_catalog.count(*) as n, pg_catalog.array_agg("-1") as i0, pg_catalog.array_agg(p.k0::pg_catalog.text) as k0, pg_catalog.array_agg(p.k1::pg_catalog.text) as k1
  from (
    select "1"."id" as c0_0, "1"."hired_on" as c0_1, "1"."hired_on" as k0, "1"."id" as k1
    from "public"."employees" as "1"
    where "1"."hired_on" operator(pg_catalog.<) $1::pg_catalog.date
    order by "1"."hired_on", "1"."id"
    limit 3
  ) p
  cross join lateral (select p.c0_0 as "id", p.c0_1 as "hired_on") "-1"
) q
-- ["2020-06-30"]
