select m.n, d.h, case when m.h is distinct from d.h then r.v0 end from pg_catalog.jsonb_to_recordset($1::pg_catalog.jsonb) m(n pg_catalog.int4, h pg_catalog.text) left join lateral (
  select s.* from (
    select pg_catalog.to_json((
      select "0"
      from (
        select false as "hasNextPage", q.n operator(pg_catalog.>) 2 as "hasPreviousPage", coalesce(q.i0[q.n operator(pg_catalog.-) least(q.n, 2) operator(pg_catalog.+) 1:], '{}') as "a", coalesce(q.i1[q.n operator(pg_catalog.-) least(q.n, 2) operator(pg_catalog.+) 1:], '{}') as "b"
        from (
          select pg_catalog.count(*) as n, pg_catalog.array_agg("-1" order by p.n desc) as i0, pg_catalog.array_agg("-2" order by p.n desc) as i1
          from (
            select p.*, pg_catalog.row_number() over () as n from (
              select "1"."id" as c0_0, "1"."total" as c1_0
              from "public"."orders" as "1"
              order by "1"."id" desc
              limit 3
            ) p
          ) p
          cross join lateral (select p.c0_0 as "id") "-1"
          cross join lateral (select p.c1_0 as "total") "-2"
        ) q
      ) "0"
    ))::pg_catalog.text as "0"
  ) s offset 0
) r(v0) on true cross join lateral (
  select pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(pg_catalog.array_to_string(array[r.v0], E'\n', 'n'), 'UTF8')), 'base64') as h offset 0
) d
