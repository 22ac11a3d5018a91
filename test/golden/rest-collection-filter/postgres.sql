select to_json(coalesce(q.i0[:3], '{}'))::text as v0, (q.n > 3)::text as v1, case when least(q.n, 3) > 0 then translate(encode(convert_to(json_build_array('_ZqAgR9ueA'::text, q.k0[least(q.n, 3)])::text, 'UTF8'), 'base64'), E'+/=\n', '-_') end as v2
from (
  select count(*) as n, array_agg("-1") as i0, array_agg(p.k0::text) as k0
  from (
    select "1"."id" as c0_0, "1"."name" as c0_1, "1"."city" as c0_2, "1"."id" as k0
    from "public"."customers" as "1"
    where ("1"."country" = any($1) and not ("1"."satisfaction" > $2::bigint) and (lower("1"."name") like $3 or char_length("1"."city") <= $4::bigint) and case when isfinite("1"."created_at") then extract(year from "1"."created_at")::integer end <> $5::bigint)
    order by "1"."id"
    limit 3 + 1
  ) p
  cross join lateral (select p.c0_0 as "id", p.c0_1 as "name", p.c0_2 as "city") "-1"
) q
-- ["{\"DK\",\"NL\"}","3","%van%","6","2021"]
