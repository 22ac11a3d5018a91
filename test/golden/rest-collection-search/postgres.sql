select pg_catalog.to_json(coalesce(q.i0[:2], '{}'))::pg_catalog.text as v0, (q.n operator(pg_catalog.>) 2)::pg_catalog.text as v1, case when least(q.n, 2) operator(pg_catalog.>) 0 then pg_catalog.translate(pg_catalog.encode(pg_catalog.convert_to(pg_catalog.json_build_array('unxEnjAgx4'::pg_catalog.text, q.k0[least(q.n, 2)])::pg_catalog.text, 'UTF8'), 'base64'), E'+/=\n', '-_') end as v2, ((
  select pg_catalog.count(*)
  from "public"."products" as "2"
  where ((pg_catalog.lower("2"."name") operator(pg_catalog.~~) pg_catalog.lower($1) or pg_catalog.lower("2"."description") operator(pg_catalog.~~) pg_catalog.lower($1)) and (pg_catalog.lower("2"."name") operator(pg_catalog.~~) pg_catalog.lower($2) or pg_catalog.lower("2"."description") operator(pg_catalog.~~) pg_catalog.lower($2)))
))::pg_catalog.text as v3
from (
  select pg_catalog.count(*) as n, pg_catalog.array_agg("-1") as i0, pg_catalog.array_agg(p.k0::pg_catalog.text) as k0
  from (
    select "1"."id" as c0_0, "1"."name" as c0_1, "1"."id" as k0
    from "public"."products" as "1"
    where ((pg_catalog.lower("1"."name") operator(pg_catalog.~~) pg_catalog.lower($1) or pg_catalog.lower("1"."description") operator(pg_catalog.~~) pg_catalog.lower($1)) and (pg_catalog.lower("1"."name") operator(pg_catalog.~~) pg_catalog.lower($2) or pg_catalog.lower("1"."description") operator(pg_catalog.~~) pg_catalog.lower($2)))
    order by "1"."id"
    limit 3
  ) p
  cross join lateral (select p.c0_0 as "id", p.c0_1 as "name") "-1"
) q
-- ["%glass%","%table%"]
