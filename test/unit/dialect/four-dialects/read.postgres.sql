select pg_catalog.to_json(array(
  select "0"
  from (
    select "1"."id" as "id", "1"."name" as "name", array(
      select "0"
      from (
        select "2"."total" as "total", (
          select "0"
          from (
            select "3"."last_name" as "last_name", "3"."active" as "active"
            from "public"."employees" as "3"
            where "3"."id" operator(pg_catalog.=) "2"."employee_id"
          ) "0"
        ) as "employee"
        from "public"."orders" as "2"
        where "2"."customer_id" operator(pg_catalog.=) "1"."id"
        order by "2"."placed_at" desc, "2"."id"
        limit 3
      ) "0"
    ) as "orders"
    from "public"."customers" as "1"
    where "1"."country" operator(pg_catalog.=) $1
    order by "1"."id"
    limit 2
  ) "0"
))::pg_catalog.text as "0", pg_catalog.to_json((
  select "0"
  from (
    select (select pg_catalog.count(*) from "public"."orders" as "5") as "totalCount", q.n operator(pg_catalog.>) 5 as "hasNextPage", coalesce(q.i0[:5], '{}') as "items"
    from (
      select pg_catalog.count(*) as n, pg_catalog.array_agg("-1") as i0
      from (
        select "4"."id" as c0_0, (
          select "0"
          from (
            select "6"."name" as "name"
            from "public"."customers" as "6"
            where "6"."id" operator(pg_catalog.=) "4"."customer_id"
          ) "0"
        ) as c0_1
        from "public"."orders" as "4"
        order by "4"."total" desc, "4"."id"
        limit 6
      ) p
      cross join lateral (select p.c0_0 as "id", p.c0_1 as "customer") "-1"
    ) q
  ) "0"
))::pg_catalog.text as "1"
