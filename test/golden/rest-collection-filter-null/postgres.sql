select to_json(coalesce(q.i0[:2], '{}'))::text as v0, (q.n > 2)::text as v1, case when least(q.n, 2) > 0 then translate(encode(convert_to(json_build_array('mG4vgX11cJ'::text, q.k0[least(q.n, 2)])::text, 'UTF8'), 'base64'), E'+/=\n', '-_') end as v2
from (
  select count(*) as n, array_agg("-1") as i0, array_agg(p.k0::text) as k0
  from (
    select "1"."id" as c0_0, "1"."reference" as c0_1, "1"."id" as k0
    from "public"."orders" as "1"
    where ("1"."reference" is null and "1"."shipped_at" is not null and not ("1"."priority" is null))
    order by "1"."id"
    limit 2 + 1
  ) p
  cross join lateral (select p.c0_0 as "id", p.c0_1 as "reference") "-1"
) q
-- []
