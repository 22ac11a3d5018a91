select pg_catalog.to_json(coalesce(q.i0[:3], '{}'))::pg_catalog.text as v0, (q.n operator(pg_catalog.>) 3)::pg_catalog.text as v1, case when least(q.n, 3) operator(pg_catalog.>) 0 then pg_catalog.translate(pg_catalog.encode(pg_catalog.convert_to(case when pg_catalog.octet_length(pg_catalog.json_build_array('9U47x2R4oq'::pg_catalog.text, q.k0[least(q.n, 3)], q.k1[least(q.n, 3)], q.k2[least(q.n, 3)])::pg_catalog.text) operator(pg_catalog.<=) 1536 then pg_catalog.json_build_array('9U47x2R4oq'::pg_catalog.text, q.k0[least(q.n, 3)], q.k1[least(q.n, 3)], q.k2[least(q.n, 3)])::pg_catalog.text else pg_catalog.json_build_array('9U47x2R4oq.key'::pg_catalog.text, q.k2[least(q.n, 3)])::pg_catalog.text end, 'UTF8'), 'base64'), E'+/=\n', '-_') end as v2, (exists (
  select 1
  from "public"."products" as "2"
  where (("2"."price" operator(pg_catalog.<) $1 or ("2"."price" operator(pg_catalog.=) $1 and ("2"."name" operator(pg_catalog.>) $2 or ("2"."name" operator(pg_catalog.=) $2 and "2"."id" operator(pg_catalog.>) $3))))) is not true
))::pg_catalog.text as v3, case when least(q.n, 3) operator(pg_catalog.>) 0 then pg_catalog.translate(pg_catalog.encode(pg_catalog.convert_to(case when pg_catalog.octet_length(pg_catalog.json_build_array('9U47x2R4oq'::pg_catalog.text, q.k0[1], q.k1[1], q.k2[1])::pg_catalog.text) operator(pg_catalog.<=) 1536 then pg_catalog.json_build_array('9U47x2R4oq'::pg_catalog.text, q.k0[1], q.k1[1], q.k2[1])::pg_catalog.text else pg_catalog.json_build_array('9U47x2R4oq.key'::pg_catalog.text, q.k2[1])::pg_catalog.text end, 'UTF8'), 'base64'), E'+/=\n', '-_') end as v4
from (
  select pg_catalog.count(*) as n, pg_catalog.array_agg("-1") as i0, pg_catalog.array_agg(p.k0::pg_catalog.text) as k0, pg_catalog.array_agg(p.k1::pg_catalog.text) as k1, pg_catalog.array_agg(p.k2::pg_catalog.text) as k2
  from (
    select "1"."name" as c0_0, "1"."price" as c0_1, "1"."price" as k0, "1"."name" as k1, "1"."id" as k2
    from "public"."products" as "1"
    where ("1"."price" operator(pg_catalog.<) $1 or ("1"."price" operator(pg_catalog.=) $1 and ("1"."name" operator(pg_catalog.>) $2 or ("1"."name" operator(pg_catalog.=) $2 and "1"."id" operator(pg_catalog.>) $3))))
    order by "1"."price" desc, "1"."name", "1"."id"
    limit 4
  ) p
  cross join lateral (select p.c0_0 as "name", p.c0_1 as "price") "-1"
) q
-- ["864.95","Small Linen Frying Pan","95"]
