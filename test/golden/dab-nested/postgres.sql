select pg_catalog.to_json((
  select "0"
  from (
    select "1"."name" as "name", (
      select "0"
      from (
        select "2"."hired_on"::pg_catalog.timestamptz as "hired_on"
        from "public"."employees" as "2"
        where "2"."id" operator(pg_catalog.=) "1"."account_manager_id"
      ) "0"
    ) as "accountManager", (
      select "0"
      from (
        select coalesce(q.i0[:2], '{}') as "items", q.n operator(pg_catalog.>) 2 as "hasNextPage"
        from (
          select pg_catalog.count(*) as n, pg_catalog.array_agg("-1") as i0
          from (
            select "3"."id" as c0_0, (
              select "0"
              from (
                select coalesce(q.i0[:1], '{}') as "items", case when least(q.n, 1) operator(pg_catalog.>) 0 and q.n operator(pg_catalog.>) 1 then pg_catalog.translate(pg_catalog.encode(pg_catalog.convert_to(pg_catalog.json_build_array('-3KaqdWuGv'::pg_catalog.text, q.k0[least(q.n, 1)], q.k1[least(q.n, 1)])::pg_catalog.text, 'UTF8'), 'base64'), E'+/=\n', '-_') end as "endCursor"
                from (
                  select pg_catalog.count(*) as n, pg_catalog.array_agg("-1") as i0, pg_catalog.array_agg(p.k0::pg_catalog.text) as k0, pg_catalog.array_agg(p.k1::pg_catalog.text) as k1
                  from (
                    select (
                      select "0"
                      from (
                        select "5"."name" as "name"
                        from "public"."products" as "5"
                        where "5"."id" operator(pg_catalog.=) "4"."product_id"
                      ) "0"
                    ) as c0_0, "4"."order_id" as k0, "4"."line_no" as k1
                    from "public"."order_details" as "4"
                    where "4"."order_id" operator(pg_catalog.=) "3"."id"
                    order by "4"."order_id", "4"."line_no"
                    limit 2
                  ) p
                  cross join lateral (select p.c0_0 as "product") "-1"
                ) q
              ) "0"
            ) as c0_1
            from "public"."orders" as "3"
            where "3"."customer_id" operator(pg_catalog.=) "1"."id"
            order by "3"."placed_at" desc, "3"."id"
            limit 3
          ) p
          cross join lateral (select p.c0_0 as "id", p.c0_1 as "orderDetails") "-1"
        ) q
      ) "0"
    ) as "orders"
    from "public"."customers" as "1"
    where "1"."id" operator(pg_catalog.=) $1
    limit 1
  ) "0"
))::pg_catalog.text as "0"
-- ["3"]
