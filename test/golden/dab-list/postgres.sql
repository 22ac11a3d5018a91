select pg_catalog.to_json((
  select "0"
  from (
    select coalesce(q.i0[:2], '{}') as "items", case when least(q.n, 2) operator(pg_catalog.>) 0 and q.n operator(pg_catalog.>) 2 then pg_catalog.translate(pg_catalog.encode(pg_catalog.convert_to(case when pg_catalog.octet_length(pg_catalog.json_build_array('KFIKyFAnKD'::pg_catalog.text, q.k0[least(q.n, 2)], q.k1[least(q.n, 2)], q.k2[least(q.n, 2)])::pg_catalog.text) operator(pg_catalog.<=) 1536 then pg_catalog.json_build_array('KFIKyFAnKD'::pg_catalog.text, q.k0[least(q.n, 2)], q.k1[least(q.n, 2)], q.k2[least(q.n, 2)])::pg_catalog.text else pg_catalog.json_build_array('KFIKyFAnKD.key'::pg_catalog.text, q.k2[least(q.n, 2)])::pg_catalog.text end, 'UTF8'), 'base64'), E'+/=\n', '-_') end as "endCursor", q.n operator(pg_catalog.>) 2 as "hasNextPage"
    from (
      select pg_catalog.count(*) as n, pg_catalog.array_agg("-1") as i0, pg_catalog.array_agg(p.k0::pg_catalog.text) as k0, pg_catalog.array_agg(p.k1::pg_catalog.text) as k1, pg_catalog.array_agg(p.k2::pg_catalog.text) as k2
      from (
        select "1"."id" as c0_0, "1"."name" as c0_1, "1"."birthday"::pg_catalog.timestamptz as c0_2, "1"."country" as k0, "1"."name" as k1, "1"."id" as k2
        from "public"."customers" as "1"
        where "1"."newsletter" operator(pg_catalog.=) $1
        order by "1"."country" desc, "1"."name", "1"."id"
        limit 3
      ) p
      cross join lateral (
        select p.c0_0 as "id", p.c0_1 as "name", p.c0_2 as "birthday"
      ) "-1"
    ) q
  ) "0"
))::pg_catalog.text as "0"
-- ["true"]
