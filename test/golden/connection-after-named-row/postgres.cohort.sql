select m.n, d.h, case when m.h is distinct from d.h then r.v0 end from pg_catalog.jsonb_to_recordset($1::pg_catalog.jsonb) m(n pg_catalog.int4, h pg_catalog.text, p0 pg_catalog.text) left join lateral (
  select s.* from (
    select pg_catalog.to_json((
      select "0"
      from (
        select coalesce(q.i0, '{}') as "items", exists (
          select 1
          from "public"."products" as "6"
          where (("6"."price" operator(pg_catalog.<) (
            select "7"."price"
            from "public"."products" as "7"
            where "7"."id" operator(pg_catalog.=) "m"."p0"::pg_catalog.int4
          ) or ("6"."price" operator(pg_catalog.=) (
            select "7"."price"
            from "public"."products" as "7"
            where "7"."id" operator(pg_catalog.=) "m"."p0"::pg_catalog.int4
          ) and ("6"."name" operator(pg_catalog.>) (
            select "8"."name"
            from "public"."products" as "8"
            where "8"."id" operator(pg_catalog.=) "m"."p0"::pg_catalog.int4
          ) or ("6"."name" operator(pg_catalog.=) (
            select "8"."name"
            from "public"."products" as "8"
            where "8"."id" operator(pg_catalog.=) "m"."p0"::pg_catalog.int4
          ) and "6"."id" operator(pg_catalog.>) (
            select "9"."id"
            from "public"."products" as "9"
            where "9"."id" operator(pg_catalog.=) "m"."p0"::pg_catalog.int4
          )))))) is not true
        ) as "hasPreviousPage", case when q.n operator(pg_catalog.>) 0 then pg_catalog.translate(pg_catalog.encode(pg_catalog.convert_to(case when pg_catalog.octet_length(pg_catalog.json_build_array('9U47x2R4oq'::pg_catalog.text, q.k0[q.n], q.k1[q.n], q.k2[q.n])::pg_catalog.text) operator(pg_catalog.<=) 1536 then pg_catalog.json_build_array('9U47x2R4oq'::pg_catalog.text, q.k0[q.n], q.k1[q.n], q.k2[q.n])::pg_catalog.text else pg_catalog.json_build_array('9U47x2R4oq.key'::pg_catalog.text, q.k2[q.n])::pg_catalog.text end, 'UTF8'), 'base64'), E'+/=\n', '-_') end as "endCursor"
        from (
          select pg_catalog.count(*) as n, pg_catalog.array_agg("-1") as i0, pg_catalog.array_agg(p.k0::pg_catalog.text) as k0, pg_catalog.array_agg(p.k1::pg_catalog.text) as k1, pg_catalog.array_agg(p.k2::pg_catalog.text) as k2
          from (
            select "1"."id" as c0_0, "1"."price" as c0_1, "1"."price" as k0, "1"."name" as k1, "1"."id" as k2
            from "public"."products" as "1"
            where (select case when exists (
              select 1
              from "public"."products" as "5"
              where "5"."id" operator(pg_catalog.=) "m"."p0"::pg_catalog.int4
            ) then 'true' else 'the row that the cursor names is gone' end)::pg_catalog.bool and ("1"."price" operator(pg_catalog.<) (
              select "2"."price"
              from "public"."products" as "2"
              where "2"."id" operator(pg_catalog.=) "m"."p0"::pg_catalog.int4
            ) or ("1"."price" operator(pg_catalog.=) (
              select "2"."price"
              from "public"."products" as "2"
              where "2"."id" operator(pg_catalog.=) "m"."p0"::pg_catalog.int4
            ) and ("1"."name" operator(pg_catalog.>) (
              select "3"."name"
              from "public"."products" as "3"
              where "3"."id" operator(pg_catalog.=) "m"."p0"::pg_catalog.int4
            ) or ("1"."name" operator(pg_catalog.=) (
              select "3"."name"
              from "public"."products" as "3"
              where "3"."id" operator(pg_catalog.=) "m"."p0"::pg_catalog.int4
            ) and "1"."id" operator(pg_catalog.>) (
              select "4"."id"
              from "public"."products" as "4"
              where "4"."id" operator(pg_catalog.=) "m"."p0"::pg_catalog.int4
            )))))
            order by "1"."price" desc, "1"."name", "1"."id"
            limit 2
          ) p
          cross join lateral (select p.c0_0 as "id", p.c0_1 as "price") "-1"
        ) q
      ) "0"
    ))::pg_catalog.text as "0"
  ) s offset 0
) r(v0) on true cross join lateral (
  select pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(pg_catalog.array_to_string(array[r.v0], E'\n', 'n'), 'UTF8')), 'base64') as h offset 0
) d
