select pg_catalog.to_json(coalesce(q.i0[:3], '{}'))::pg_catalog.text as v0, (q.n operator(pg_catalog.>) 3)::pg_catalog.text as v1, case when least(q.n, 3) operator(pg_catalog.>) 0 then pg_catalog.translate(pg_catalog.encode(pg_catalog.convert_to(pg_catalog.json_build_array('_ZqAgR9ueA'::pg_catalog.text, q.k0[least(q.n, 3)])::pg_catalog.text, 'UTF8'), 'base64'), E'+/=\n', '-_') end as v2
from (
  select pg_catalog.count(*) as n, pg_catalog.array_agg("-1") as i0, pg_catalog.array_agg(p.k0::pg_catalog.text) as k0
  from (
    select "1"."id" as c0_0, "1"."name" as c0_1, "1"."city" as c0_2, "1"."id" as k0
    from "public"."customers" as "1"
    where ("1"."country" operator(pg_catalog.=) any ($1) and not ("1"."satisfaction" operator(pg_catalog.>) $2::pg_catalog.int8) and (pg_catalog.lower("1"."name") operator(pg_catalog.~~) $3 or pg_catalog.char_length("1"."city") operator(pg_catalog.<=) $4::pg_catalog.int8) and case when pg_catalog.isfinite("1"."created_at") then extract(year from "1"."created_at")::pg_catalog.int4 end operator(pg_catalog.<>) $5::pg_catalog.int8)
    order by "1"."id"
    limit 4
  ) p
  cross join lateral (select p.c0_0 as "id", p.c0_1 as "name", p.c0_2 as "city") "-1"
) q
-- ["{\"DK\",\"NL\"}","3","%van%","6","2021"]
