select m.n, d.h, case when m.h is distinct from d.h then r.v0 end from pg_catalog.jsonb_to_recordset($1::pg_catalog.jsonb) m(n pg_catalog.int4, h pg_catalog.text, p0 pg_catalog.text) left join lateral (
  select s.* from (
    select pg_catalog.to_json((
      select "0"
      from (
        select (
          select pg_catalog.count(*)
          from "public"."orders" as "2"
          where "2"."status" operator(pg_catalog.<>) "m"."p0"::"public"."order_status"
        ) as "totalCount", array(
          select "0"
          from (
            select (
              select "0"
              from (select "4"."f0" as "status", "4"."f1" as "gift") "0"
            ) as "fields", (
              select "0"
              from (
                select "4"."a0" as "count", "4"."a1" as "known", "4"."a2" as "employees", "4"."a3" as "sum", "4"."a4" as "cheapest", "4"."a5" as "avg", "4"."a6" as "distinctSum", (select "0" from (select "4"."a7" as "placed_at") "0") as "minimum", (
                  select "0"
                  from (
                    select "4"."a8" as "placed_at", "4"."a9" at time zone 'UTC' as "shipped_at", "4"."a10" as "reference", "4"."a11" as "status"
                  ) "0"
                ) as "maximum"
              ) "0"
            ) as "aggregations"
            from (
              select "3"."status" as "f0", "3"."gift" as "f1", pg_catalog.count(*) as "a0", pg_catalog.count("3"."employee_id") as "a1", pg_catalog.count(distinct "3"."employee_id") as "a2", pg_catalog.sum("3"."total") as "a3", pg_catalog.round(pg_catalog.min("3"."total"), coalesce(pg_catalog.max(pg_catalog.scale("3"."total")), 0)) as "a4", pg_catalog.avg("3"."priority") as "a5", pg_catalog.sum(distinct "3"."priority")::pg_catalog.numeric as "a6", pg_catalog.min("3"."placed_at") as "a7", pg_catalog.max("3"."placed_at") as "a8", pg_catalog.max("3"."shipped_at") as "a9", pg_catalog.max("3"."reference") as "a10", pg_catalog.max("3"."status") as "a11"
              from "public"."orders" as "3"
              where "3"."status" operator(pg_catalog.<>) "m"."p0"::"public"."order_status"
              group by "3"."status", "3"."gift"
              order by "f0", "f1"
              limit 4
            ) "4"
          ) "0"
        ) as "groupBy"
      ) "0"
    ))::pg_catalog.text as "0"
  ) s offset 0
) r(v0) on true cross join lateral (
  select pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(pg_catalog.array_to_string(array[r.v0], E'\n', 'n'), 'UTF8')), 'base64') as h offset 0
) d
