select m.n, d.h, case when m.h is distinct from d.h then r.v0 end from pg_catalog.jsonb_to_recordset($1::pg_catalog.jsonb) m(n pg_catalog.int4, h pg_catalog.text, p0 pg_catalog.text, p1 pg_catalog.text, p2 pg_catalog.text, p3 pg_catalog.text, p4 pg_catalog.text, p5 pg_catalog.text) left join lateral (
  select s.* from (
    select pg_catalog.to_json((
      select "0"
      from (
        select (
          select pg_catalog.count(*)
          from "public"."orders" as "2"
          where ("2"."total" operator(pg_catalog.>) "m"."p0"::pg_catalog.numeric and "2"."placed_at" operator(pg_catalog.<) "m"."p1"::pg_catalog.timestamptz and "2"."gift" operator(pg_catalog.=) "m"."p2"::pg_catalog.bool) and "2"."total" operator(pg_catalog.<) "m"."p3"::pg_catalog.numeric
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
              where ("4"."total" operator(pg_catalog.>) "m"."p0"::pg_catalog.numeric and "4"."placed_at" operator(pg_catalog.<) "m"."p1"::pg_catalog.timestamptz and "4"."gift" operator(pg_catalog.=) "m"."p2"::pg_catalog.bool) and "4"."total" operator(pg_catalog.<) "m"."p3"::pg_catalog.numeric
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
                where "3"."id" operator(pg_catalog.=) "1"."customer_id" and ("3"."country" operator(pg_catalog.=) "m"."p4"::pg_catalog.varchar and "3"."id" operator(pg_catalog.>=) "m"."p5"::pg_catalog.int4)
              ) "0"
            ) as c0_1
            from "public"."orders" as "1"
            where ("1"."total" operator(pg_catalog.>) "m"."p0"::pg_catalog.numeric and "1"."placed_at" operator(pg_catalog.<) "m"."p1"::pg_catalog.timestamptz and "1"."gift" operator(pg_catalog.=) "m"."p2"::pg_catalog.bool) and "1"."total" operator(pg_catalog.<) "m"."p3"::pg_catalog.numeric
            order by "1"."placed_at" desc, "1"."id"
            limit 3
          ) p
          cross join lateral (select p.c0_0 as "id", p.c0_1 as "customer") "-1"
        ) q
      ) "0"
    ))::pg_catalog.text as "0"
  ) s offset 0
) r(v0) on true cross join lateral (
  select pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(pg_catalog.array_to_string(array[r.v0], E'\n', 'n'), 'UTF8')), 'base64') as h offset 0
) d
