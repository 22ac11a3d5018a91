select pg_catalog.to_json((
  select "0"
  from (
    select coalesce(q.i0[:1], '{}') as "items", case when least(q.n, 1) operator(pg_catalog.>) 0 and (q.n operator(pg_catalog.>) 1 or exists (
      select 1
      from "public"."categories" as "2"
      where (("2"."id") operator(pg_catalog.<) ($1)) is not true
    )) then pg_catalog.translate(pg_catalog.encode(pg_catalog.convert_to(pg_catalog.json_build_array('AomfIO-Mm4'::pg_catalog.text, q.k0[least(q.n, 1)])::pg_catalog.text, 'UTF8'), 'base64'), E'+/=\n', '-_') end as "endCursor"
    from (
      select pg_catalog.count(*) as n, pg_catalog.array_agg("-1") as i0, pg_catalog.array_agg(p.k0::pg_catalog.text) as k0
      from (
        select "1"."id" as c0_0, "1"."id" as k0
        from "public"."categories" as "1"
        where ("1"."id") operator(pg_catalog.>) ($2) and ("1"."id") operator(pg_catalog.<) ($1)
        order by "1"."id"
        limit 2
      ) p
      cross join lateral (select p.c0_0 as "id") "-1"
    ) q
  ) "0"
))::pg_catalog.text as "0", pg_catalog.to_json((
  select "0"
  from (
    select coalesce(q.i0[:100], '{}') as "items", case when least(q.n, 100) operator(pg_catalog.>) 0 and (q.n operator(pg_catalog.>) 100 or exists (
      select 1
      from "public"."categories" as "4"
      where (("4"."id") operator(pg_catalog.<) ($3)) is not true
    )) then pg_catalog.translate(pg_catalog.encode(pg_catalog.convert_to(pg_catalog.json_build_array('AomfIO-Mm4'::pg_catalog.text, q.k0[least(q.n, 100)])::pg_catalog.text, 'UTF8'), 'base64'), E'+/=\n', '-_') end as "endCursor", (q.n operator(pg_catalog.>) 100 or exists (
      select 1
      from "public"."categories" as "5"
      where (("5"."id") operator(pg_catalog.<) ($3)) is not true
    )) as "hasNextPage"
    from (
      select pg_catalog.count(*) as n, pg_catalog.array_agg("-1") as i0, pg_catalog.array_agg(p.k0::pg_catalog.text) as k0
      from (
        select "3"."id" as c0_0, "3"."id" as k0
        from "public"."categories" as "3"
        where ("3"."id") operator(pg_catalog.>) ($4) and ("3"."id") operator(pg_catalog.<) ($3)
        order by "3"."id"
        limit 101
      ) p
      cross join lateral (select p.c0_0 as "id") "-1"
    ) q
  ) "0"
))::pg_catalog.text as "1", pg_catalog.to_json((
  select "0"
  from (
    select case when least(q.n, 100) operator(pg_catalog.>) 0 and q.n operator(pg_catalog.>) 100 then pg_catalog.translate(pg_catalog.encode(pg_catalog.convert_to(pg_catalog.json_build_array('AomfIO-Mm4'::pg_catalog.text, q.k0[least(q.n, 100)])::pg_catalog.text, 'UTF8'), 'base64'), E'+/=\n', '-_') end as "endCursor", q.n operator(pg_catalog.>) 100 as "hasNextPage"
    from (
      select pg_catalog.count(*) as n, pg_catalog.array_agg(p.k0::pg_catalog.text) as k0
      from (
        select "6"."id" as k0
        from "public"."categories" as "6"
        where ("6"."id") operator(pg_catalog.>) ($5)
        order by "6"."id"
        limit 101
      ) p
    ) q
  ) "0"
))::pg_catalog.text as "2"
-- ["6","2","6","2","2"]
