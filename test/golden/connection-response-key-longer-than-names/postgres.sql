select pg_catalog.to_json(array(
  select "0"
  from (
    select (
      select (select pg_catalog.json_object_agg(p.k, p.v order by p.n) from (values (0, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_more', pg_catalog.to_json("0"."0")), (1, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_count', pg_catalog.to_json("0"."1")), (2, 'plain', pg_catalog.to_json("0"."2")), (3, 'items', pg_catalog.to_json("0"."3"))) p(n, k, v))
      from (
        select q.n operator(pg_catalog.>) 1 as "0", (
          select pg_catalog.count(*)
          from "public"."orders" as "3"
          where "3"."customer_id" operator(pg_catalog.=) "1"."id"
        ) as "1", coalesce(q.i0[:1], '{}') as "2", coalesce(q.i1[:1], '{}') as "3"
        from (
          select pg_catalog.count(*) as n, pg_catalog.array_agg("-1") as i0, pg_catalog.array_agg((select pg_catalog.json_object_agg(p.k, p.v order by p.n) from (values (0, 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', pg_catalog.to_json("-2"."0"))) p(n, k, v))) as i1
          from (
            select "2"."total" as c0_0, "2"."id" as c1_0
            from "public"."orders" as "2"
            where "2"."customer_id" operator(pg_catalog.=) "1"."id"
            order by "2"."id"
            limit 2
          ) p
          cross join lateral (select p.c0_0 as "total") "-1"
          cross join lateral (select p.c1_0 as "0") "-2"
        ) q
      ) "0"
    ) as "orders_connection"
    from "public"."customers" as "1"
    order by "1"."id"
    limit 2
  ) "0"
))::pg_catalog.text as "0"
-- []
