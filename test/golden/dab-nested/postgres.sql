select to_json((
  select "0"
  from (
    select "1"."name" as "name", (
      select "0"
      from (
        select "2"."hired_on"::timestamptz as "hired_on"
        from "public"."employees" as "2"
        where "2"."id" = "1"."account_manager_id"
      ) "0"
    ) as "accountManager", (
      select "0"
      from (
        select coalesce(q.i0[:2], '{}') as "items", q.n > 2 as "hasNextPage"
        from (
          select count(*) as n, array_agg("-1") as i0
          from (
            select "3"."id" as c0_0, (
              select "0"
              from (
                select coalesce(q.i0[:1], '{}') as "items", case when least(q.n, 1) > 0 and q.n > 1 then translate(encode(convert_to(json_build_array('-3KaqdWuGv'::text, q.k0[least(q.n, 1)], q.k1[least(q.n, 1)])::text, 'UTF8'), 'base64'), E'+/=\n', '-_') end as "endCursor"
                from (
                  select count(*) as n, array_agg("-1") as i0, array_agg(p.k0::text) as k0, array_agg(p.k1::text) as k1
                  from (
                    select (
                      select "0"
                      from (
                        select "5"."name" as "name"
                        from "public"."products" as "5"
                        where "5"."id" = "4"."product_id"
                      ) "0"
                    ) as c0_0, "4"."order_id" as k0, "4"."line_no" as k1
                    from "public"."order_details" as "4"
                    where "4"."order_id" = "3"."id"
                    order by "4"."order_id", "4"."line_no"
                    limit 1 + 1
                  ) p
                  cross join lateral (select p.c0_0 as "product") "-1"
                ) q
              ) "0"
            ) as c0_1
            from "public"."orders" as "3"
            where "3"."customer_id" = "1"."id"
            order by "3"."placed_at" desc, "3"."id"
            limit 2 + 1
          ) p
          cross join lateral (select p.c0_0 as "id", p.c0_1 as "orderDetails") "-1"
        ) q
      ) "0"
    ) as "orders"
    from "public"."customers" as "1"
    where "1"."id" = $1
    limit 1
  ) "0"
))::text as "0"
-- ["3"]
