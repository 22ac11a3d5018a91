select pg_catalog.to_json(coalesce(q.i0[:2], '{}'))::pg_catalog.text as v0, (q.n operator(pg_catalog.>) 2)::pg_catalog.text as v1, case when least(q.n, 2) operator(pg_catalog.>) 0 then pg_catalog.translate(pg_catalog.encode(pg_catalog.convert_to(pg_catalog.json_build_array('_ZqAgR9ueA'::pg_catalog.text, q.k0[least(q.n, 2)])::pg_catalog.text, 'UTF8'), 'base64'), E'+/=\n', '-_') end as v2
from (
  select pg_catalog.count(*) as n, pg_catalog.array_agg("-1") as i0, pg_catalog.array_agg(p.k0::pg_catalog.text) as k0
  from (
    select "1"."id" as c0_0, "1"."name" as c0_1, array(
      select "0"
      from (
        select "2"."reference" as "reference", "2"."total" as "total"
        from "public"."orders" as "2"
        where "2"."customer_id" operator(pg_catalog.=) "1"."id" and "2"."status" operator(pg_catalog.=) $1
        order by "2"."total" desc, "2"."id"
        limit 1
      ) "0"
    ) as c0_2, (
      select "0"
      from (
        select (
          select pg_catalog.count(*)
          from "public"."orders" as "4"
          where "4"."customer_id" operator(pg_catalog.=) "1"."id" and "4"."status" operator(pg_catalog.=) $2
        ) as "totalCount"
      ) "0"
    ) as c0_3, (
      select "0"
      from (
        select "5"."last_name" as "last_name"
        from "public"."employees" as "5"
        where "5"."id" operator(pg_catalog.=) "1"."account_manager_id"
      ) "0"
    ) as c0_4, "1"."id" as k0
    from "public"."customers" as "1"
    where "1"."country" operator(pg_catalog.=) $3
    order by "1"."id"
    limit 3
  ) p
  cross join lateral (
    select p.c0_0 as "id", p.c0_1 as "name", p.c0_2 as "orders", p.c0_3 as "orders_connection", p.c0_4 as "accountManager"
  ) "-1"
) q
-- ["SHIPPED","SHIPPED","NL"]
