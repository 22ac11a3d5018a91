select pg_catalog.to_json(coalesce(q.i0[:2], '{}'))::pg_catalog.text as v0, (q.n operator(pg_catalog.>) 2)::pg_catalog.text as v1, case when least(q.n, 2) operator(pg_catalog.>) 0 then pg_catalog.translate(pg_catalog.encode(pg_catalog.convert_to(pg_catalog.json_build_array('_ZqAgR9ueA'::pg_catalog.text, q.k0[least(q.n, 2)])::pg_catalog.text, 'UTF8'), 'base64'), E'+/=\n', '-_') end as v2
from (
  select pg_catalog.count(*) as n, pg_catalog.array_agg("-1") as i0, pg_catalog.array_agg(p.k0::pg_catalog.text) as k0
  from (
    select "1"."id" as c0_0, "1"."name" as c0_1, "1"."id" as k0
    from "public"."customers" as "1"
    where (exists (
      select 1
      from "public"."employees" as "2"
      where "2"."id" operator(pg_catalog.=) "1"."account_manager_id" and exists (
        select 1
        from "public"."employees" as "3"
        where "3"."id" operator(pg_catalog.=) "2"."manager_id" and "3"."last_name" operator(pg_catalog.=) $1
      )
    ) and exists (
      select 1
      from "public"."orders" as "4"
      where "4"."customer_id" operator(pg_catalog.=) "1"."id" and ("4"."total" operator(pg_catalog.>) $2 and not exists (
        select 1
        from "public"."order_details" as "5"
        where "5"."order_id" operator(pg_catalog.=) "4"."id" and (("5"."quantity" operator(pg_catalog.>=) $3::pg_catalog.int8 and "5"."unit_price" operator(pg_catalog.<) "4"."total")) is not true
      ))
    ))
    order by "1"."id"
    limit 3
  ) p
  cross join lateral (select p.c0_0 as "id", p.c0_1 as "name") "-1"
) q
-- ["Peeters","5000","2"]
