select to_json(coalesce(q.i0[:2], '{}'))::text as v0, (q.n > 2)::text as v1, case when least(q.n, 2) > 0 then translate(encode(convert_to(json_build_array('unxEnjAgx4'::text, q.k0[least(q.n, 2)])::text, 'UTF8'), 'base64'), E'+/=\n', '-_') end as v2, ((
  select count(*)
  from "public"."products" as "2"
  where ((lower("2"."name") like lower($1) or lower("2"."description") like lower($1)) and (lower("2"."name") like lower($2) or lower("2"."description") like lower($2)))
))::text as v3
from (
  select count(*) as n, array_agg("-1") as i0, array_agg(p.k0::text) as k0
  from (
    select "1"."id" as c0_0, "1"."name" as c0_1, "1"."id" as k0
    from "public"."products" as "1"
    where ((lower("1"."name") like lower($1) or lower("1"."description") like lower($1)) and (lower("1"."name") like lower($2) or lower("1"."description") like lower($2)))
    order by "1"."id"
    limit 2 + 1
  ) p
  cross join lateral (select p.c0_0 as "id", p.c0_1 as "name") "-1"
) q
-- ["%glass%","%table%"]
