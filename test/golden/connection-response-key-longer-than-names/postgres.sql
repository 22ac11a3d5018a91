select to_json(array(
  select "0"
  from (
    select (
      select (select json_object_agg(p.k, p.v order by p.n) from (values (0, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_more', to_json("0"."0")), (1, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_count', to_json("0"."1")), (2, 'plain', to_json("0"."2")), (3, 'items', to_json("0"."3"))) p(n, k, v))
      from (
        select q.n > 1 as "0", (
          select count(*)
          from "public"."orders" as "3"
          where "3"."customer_id" = "1"."id"
        ) as "1", coalesce(q.i0[:1], '{}') as "2", coalesce(q.i1[:1], '{}') as "3"
        from (
          select count(*) as n, array_agg("-1") as i0, array_agg((select json_object_agg(p.k, p.v order by p.n) from (values (0, 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', to_json("-2"."0"))) p(n, k, v))) as i1
          from (
            select "2"."total" as c0_0, "2"."id" as c1_0
            from "public"."orders" as "2"
            where "2"."customer_id" = "1"."id"
            order by "2"."id"
            limit 1 + 1
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
))::text as "0"
-- []
