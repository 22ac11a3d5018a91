select pg_catalog.to_json((
  select "0"
  from (
    select exists (select 1 from "public"."orders" as "2") as "hasPreviousPage", q.n operator(pg_catalog.>) 2 as "hasNextPage", coalesce(q.i0[:2], '{}') as "items"
    from (
      select pg_catalog.count(*) as n, pg_catalog.array_agg("-1") as i0
      from (
        select "1"."id" as c0_0
        from "public"."orders" as "1"
        order by "1"."id"
        limit 3
        offset 4
      ) p
      cross join lateral (select p.c0_0 as "id") "-1"
    ) q
  ) "0"
))::pg_catalog.text as "0"
-- []
