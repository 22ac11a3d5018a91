select to_json(coalesce(q.i0[:3], '{}'))::text as v0, (q.n > 3)::text as v1, case when least(q.n, 3) > 0 then translate(encode(convert_to(case when octet_length(json_build_array('9U47x2R4oq'::text, q.k0[least(q.n, 3)], q.k1[least(q.n, 3)], q.k2[least(q.n, 3)])::text) <= 1536 then json_build_array('9U47x2R4oq'::text, q.k0[least(q.n, 3)], q.k1[least(q.n, 3)], q.k2[least(q.n, 3)])::text else json_build_array('9U47x2R4oq.key'::text, q.k2[least(q.n, 3)])::text end, 'UTF8'), 'base64'), E'+/=\n', '-_') end as v2, (exists (
  select 1
  from "public"."products" as "2"
  where (("2"."price" < $1 or ("2"."price" = $1 and ("2"."name" > $2 or ("2"."name" = $2 and "2"."id" > $3))))) is not true
))::text as v3, case when least(q.n, 3) > 0 then translate(encode(convert_to(case when octet_length(json_build_array('9U47x2R4oq'::text, q.k0[1], q.k1[1], q.k2[1])::text) <= 1536 then json_build_array('9U47x2R4oq'::text, q.k0[1], q.k1[1], q.k2[1])::text else json_build_array('9U47x2R4oq.key'::text, q.k2[1])::text end, 'UTF8'), 'base64'), E'+/=\n', '-_') end as v4
from (
  select count(*) as n, array_agg("-1") as i0, array_agg(p.k0::text) as k0, array_agg(p.k1::text) as k1, array_agg(p.k2::text) as k2
  from (
    select "1"."name" as c0_0, "1"."price" as c0_1, "1"."price" as k0, "1"."name" as k1, "1"."id" as k2
    from "public"."products" as "1"
    where ("1"."price" < $1 or ("1"."price" = $1 and ("1"."name" > $2 or ("1"."name" = $2 and "1"."id" > $3))))
    order by "1"."price" desc, "1"."name", "1"."id"
    limit 3 + 1
  ) p
  cross join lateral (select p.c0_0 as "name", p.c0_1 as "price") "-1"
) q
-- ["864.95","Small Linen Frying Pan","95"]
