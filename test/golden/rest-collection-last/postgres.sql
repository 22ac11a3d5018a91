select pg_catalog.to_json(coalesce(q.i0[q.n operator(pg_catalog.-) least(q.n, 3) operator(pg_catalog.+) 1:], '{}'))::pg_catalog.text as v0, (false)::pg_catalog.text as v1, case when least(q.n, 3) operator(pg_catalog.>) 0 then pg_catalog.translate(pg_catalog.encode(pg_catalog.convert_to(pg_catalog.json_build_array('gGur2r-j_w'::pg_catalog.text, q.k0[q.n], q.k1[q.n])::pg_catalog.text, 'UTF8'), 'base64'), E'+/=\n', '-_') end as v2, (q.n operator(pg_catalog.>) 3)::pg_catalog.text as v3, case when least(q.n, 3) operator(pg_catalog.>) 0 then pg_catalog.translate(pg_catalog.encode(pg_catalog.convert_to(pg_catalog.json_build_array('gGur2r-j_w'::pg_catalog.text, q.k0[q.n operator(pg_catalog.-) least(q.n, 3) operator(pg_catalog.+) 1], q.k1[q.n operator(pg_catalog.-) least(q.n, 3) operator(pg_catalog.+) 1])::pg_catalog.text, 'UTF8'), 'base64'), E'+/=\n', '-_') end as v4
from (
  select pg_catalog.count(*) as n, pg_catalog.array_agg("-1" order by p.n desc) as i0, pg_catalog.array_agg(p.k0::pg_catalog.text order by p.n desc) as k0, pg_catalog.array_agg(p.k1::pg_catalog.text order by p.n desc) as k1
  from (
    select p.*, pg_catalog.row_number() over () as n from (
      select "1"."id" as c0_0, "1"."satisfaction" as c0_1, "1"."satisfaction" as k0, "1"."id" as k1
      from "public"."customers" as "1"
      order by "1"."satisfaction" nulls first, "1"."id" desc
      limit 4
    ) p
  ) p
  cross join lateral (select p.c0_0 as "id", p.c0_1 as "satisfaction") "-1"
) q
-- []
