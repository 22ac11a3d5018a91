select pg_catalog.to_json(array(
  select "0"
  from (
    select "1"."id" as "id", (
      select "0"
      from (
        select (
          select pg_catalog.count(*)
          from "public"."orders" as "3"
          where "3"."customer_id" operator(pg_catalog.=) "1"."id"
        ) as "totalCount", q.n operator(pg_catalog.>) 1 as "hasNextPage", case when least(q.n, 1) operator(pg_catalog.>) 0 then pg_catalog.translate(pg_catalog.encode(pg_catalog.convert_to(pg_catalog.json_build_array('dCnQjmqdeo'::pg_catalog.text, q.k0[least(q.n, 1)], q.k1[least(q.n, 1)])::pg_catalog.text, 'UTF8'), 'base64'), E'+/=\n', '-_') end as "endCursor", coalesce(q.i0[:1], '{}') as "items"
        from (
          select pg_catalog.count(*) as n, pg_catalog.array_agg("-1") as i0, pg_catalog.array_agg(p.k0::pg_catalog.text) as k0, pg_catalog.array_agg(p.k1::pg_catalog.text) as k1
          from (
            select "2"."id" as c0_0, "2"."placed_at" as c0_1, "2"."placed_at" as k0, "2"."id" as k1
            from "public"."orders" as "2"
            where "2"."customer_id" operator(pg_catalog.=) "1"."id"
            order by "2"."placed_at" desc, "2"."id"
            limit 2
          ) p
          cross join lateral (select p.c0_0 as "id", p.c0_1 as "placed_at") "-1"
        ) q
      ) "0"
    ) as "orders_connection"
    from "public"."customers" as "1"
    order by "1"."id"
    limit 2
  ) "0"
))::pg_catalog.text as "0"
-- []
