select to_json(coalesce(q.i0[:2], '{}'))::text as v0, (q.n > 2)::text as v1, case when least(q.n, 2) > 0 then translate(encode(convert_to(json_build_array('_ZqAgR9ueA'::text, q.k0[least(q.n, 2)])::text, 'UTF8'), 'base64'), E'+/=\n', '-_') end as v2
from (
  select count(*) as n, array_agg("-1") as i0, array_agg(p.k0::text) as k0
  from (
    select "1"."id" as c0_0, "1"."name" as c0_1, "1"."id" as k0
    from "public"."customers" as "1"
    where (exists (
      select 1
      from "public"."employees" as "2"
      where "2"."id" = "1"."account_manager_id" and exists (
        select 1
        from "public"."employees" as "3"
        where "3"."id" = "2"."manager_id" and "3"."last_name" = $1
      )
    ) and exists (
      select 1
      from "public"."orders" as "4"
      where "4"."customer_id" = "1"."id" and ("4"."total" > $2 and not exists (
        select 1
        from "public"."order_details" as "5"
        where "5"."order_id" = "4"."id" and (("5"."quantity" >= $3::bigint and "5"."unit_price" < "4"."total")) is not true
      ))
    ))
    order by "1"."id"
    limit 2 + 1
  ) p
  cross join lateral (select p.c0_0 as "id", p.c0_1 as "name") "-1"
) q
-- ["Peeters","5000","2"]
