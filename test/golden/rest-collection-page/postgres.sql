select pg_catalog.to_json(coalesce(q.i0[:3], '{}'))::pg_catalog.text as v0, (q.n operator(pg_catalog.>) 3)::pg_catalog.text as v1, case when least(q.n, 3) operator(pg_catalog.>) 0 then pg_catalog.translate(pg_catalog.encode(pg_catalog.convert_to(case when pg_catalog.octet_length(pg_catalog.json_build_array('9U47x2R4oq'::pg_catalog.text, q.k0[least(q.n, 3)], q.k1[least(q.n, 3)], q.k2[least(q.n, 3)])::pg_catalog.text) operator(pg_catalog.<=) 1536 then pg_catalog.json_build_array('9U47x2R4oq'::pg_catalog.text, q.k0[least(q.n, 3)], q.k1[least(q.n, 3)], q.k2[least(q.n, 3)])::pg_catalog.text else pg_catalog.json_build_array('9U47x2R4oq.key'::pg_catalog.text, q.k2[least(q.n, 3)])::pg_catalog.text end, 'UTF8'), 'base64'), E'+/=\n', '-_') end as v2
from (
  select pg_catalog.count(*) as n, pg_catalog.array_agg("-1") as i0, pg_catalog.array_agg(p.k0::pg_catalog.text) as k0, pg_catalog.array_agg(p.k1::pg_catalog.text) as k1, pg_catalog.array_agg(p.k2::pg_catalog.text) as k2
  from (
    select "1"."name" as c0_0, "1"."price" as c0_1, "1"."price" as k0, "1"."name" as k1, "1"."id" as k2
    from "public"."products" as "1"
    order by "1"."price" desc, "1"."name", "1"."id"
    limit 4
    offset $1
  ) p
  cross join lateral (select p.c0_0 as "name", p.c0_1 as "price") "-1"
) q
-- ["2"]
