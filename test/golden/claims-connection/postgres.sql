select pg_catalog.to_json((
  select "0"
  from (
    select (
      select pg_catalog.count(*)
      from "public"."orders" as "2"
      where ("2"."total" operator(pg_catalog.>) $1 and "2"."placed_at" operator(pg_catalog.<) $2 and "2"."gift" operator(pg_catalog.=) $3) and "2"."total" operator(pg_catalog.<) $4
    ) as "totalCount", q.n operator(pg_catalog.>) 2 as "hasNextPage", coalesce(q.i0[:2], '{}') as "items", array(
      select "0"
      from (
        select (select "0" from (select "5"."f0" as "gift") "0") as "fields", (
          select "0"
          from (select "5"."a0" as "count", "5"."a1" as "sum") "0"
        ) as "aggregations"
        from (
          select "4"."gift" as "f0", pg_catalog.count(*) as "a0", pg_catalog.sum("4"."total") as "a1"
          from "public"."orders" as "4"
          where ("4"."total" operator(pg_catalog.>) $1 and "4"."placed_at" operator(pg_catalog.<) $2 and "4"."gift" operator(pg_catalog.=) $3) and "4"."total" operator(pg_catalog.<) $4
          group by "4"."gift"
          order by "f0"
          limit 100
        ) "5"
      ) "0"
    ) as "groupBy"
    from (
      select pg_catalog.count(*) as n, pg_catalog.array_agg("-1") as i0
      from (
        select "1"."id" as c0_0, (
          select "0"
          from (
            select "3"."country" as "country"
            from "public"."customers" as "3"
            where "3"."id" operator(pg_catalog.=) "1"."customer_id" and ("3"."country" operator(pg_catalog.=) $5 and "3"."id" operator(pg_catalog.>=) $6)
          ) "0"
        ) as c0_1
        from "public"."orders" as "1"
        where ("1"."total" operator(pg_catalog.>) $1 and "1"."placed_at" operator(pg_catalog.<) $2 and "1"."gift" operator(pg_catalog.=) $3) and "1"."total" operator(pg_catalog.<) $4
        order by "1"."placed_at" desc, "1"."id"
        limit 3
      ) p
      cross join lateral (select p.c0_0 as "id", p.c0_1 as "customer") "-1"
    ) q
  ) "0"
))::pg_catalog.text as "0"
-- ["100.50","2024-12-31T00:00:00","false","900.5","DK","2"]
