select pg_catalog.to_json(array(
  select "0"
  from (
    select "1"."country" as "country", "1"."revenue" as "revenue"
    from "public"."sales" as "1"
    order by "1"."month", "1"."country", "1"."orders", "1"."quantity", "1"."revenue"
    limit 3
    offset 1
  ) "0"
))::pg_catalog.text as "0", pg_catalog.to_json((
  select "0"
  from (
    select q.n operator(pg_catalog.>) 2 as "hasNextPage", coalesce(q.i0[:2], '{}') as "items"
    from (
      select pg_catalog.count(*) as n, pg_catalog.array_agg("-1") as i0
      from (
        select "2"."month" as c0_0, "2"."country" as c0_1
        from "public"."sales" as "2"
        order by "2"."month", "2"."country", "2"."orders", "2"."quantity", "2"."revenue"
        limit 3
      ) p
      cross join lateral (select p.c0_0 as "month", p.c0_1 as "country") "-1"
    ) q
  ) "0"
))::pg_catalog.text as "1"
-- []
