select pg_catalog.to_json((
  select "0"
  from (
    select (
      select pg_catalog.count(*)
      from "public"."orders" as "2"
      where "2"."status" operator(pg_catalog.=) $1
    ) as "totalCount", q.n operator(pg_catalog.>) 2 as "hasNextPage", false as "hasPreviousPage", case when least(q.n, 2) operator(pg_catalog.>) 0 then pg_catalog.translate(pg_catalog.encode(pg_catalog.convert_to(pg_catalog.json_build_array('0bVuVComUT'::pg_catalog.text, q.k0[1], q.k1[1])::pg_catalog.text, 'UTF8'), 'base64'), E'+/=\n', '-_') end as "startCursor", case when least(q.n, 2) operator(pg_catalog.>) 0 then pg_catalog.translate(pg_catalog.encode(pg_catalog.convert_to(pg_catalog.json_build_array('0bVuVComUT'::pg_catalog.text, q.k0[least(q.n, 2)], q.k1[least(q.n, 2)])::pg_catalog.text, 'UTF8'), 'base64'), E'+/=\n', '-_') end as "endCursor", coalesce(q.i0[:2], '{}') as "items"
    from (
      select pg_catalog.count(*) as n, pg_catalog.array_agg("-1") as i0, pg_catalog.array_agg(p.k0::pg_catalog.text) as k0, pg_catalog.array_agg(p.k1::pg_catalog.text) as k1
      from (
        select "1"."id" as c0_0, "1"."total" as c0_1, "1"."total" as k0, "1"."id" as k1
        from "public"."orders" as "1"
        where "1"."status" operator(pg_catalog.=) $1
        order by "1"."total" desc, "1"."id"
        limit 3
      ) p
      cross join lateral (select p.c0_0 as "id", p.c0_1 as "total") "-1"
    ) q
  ) "0"
))::pg_catalog.text as "0"
-- ["PAID"]
