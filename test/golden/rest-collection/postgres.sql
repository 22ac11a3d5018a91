select pg_catalog.to_json(coalesce(q.i0[:100], '{}'))::pg_catalog.text as v0, (q.n operator(pg_catalog.>) 100)::pg_catalog.text as v1, case when least(q.n, 100) operator(pg_catalog.>) 0 then pg_catalog.translate(pg_catalog.encode(pg_catalog.convert_to(pg_catalog.json_build_array('AomfIO-Mm4'::pg_catalog.text, q.k0[least(q.n, 100)])::pg_catalog.text, 'UTF8'), 'base64'), E'+/=\n', '-_') end as v2
from (
  select pg_catalog.count(*) as n, pg_catalog.array_agg("-1") as i0, pg_catalog.array_agg(p.k0::pg_catalog.text) as k0
  from (
    select "1"."id" as c0_0, "1"."name" as c0_1, "1"."description" as c0_2, "1"."parent_id" as c0_3, "1"."id" as k0
    from "public"."categories" as "1"
    order by "1"."id"
    limit 101
  ) p
  cross join lateral (
    select p.c0_0 as "id", p.c0_1 as "name", p.c0_2 as "description", p.c0_3 as "parent_id"
  ) "-1"
) q
-- []
