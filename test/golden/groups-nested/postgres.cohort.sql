select m.n, d.h, case when m.h is distinct from d.h then r.v0 end, case when m.h is distinct from d.h then r.v1 end from pg_catalog.jsonb_to_recordset($1::pg_catalog.jsonb) m(n pg_catalog.int4, h pg_catalog.text, p0 pg_catalog.text, p1 pg_catalog.text) left join lateral (
  select s.* from (
    select pg_catalog.to_json(array(
      select "0"
      from (
        select "1"."id" as "id", (
          select "0"
          from (
            select (
              select pg_catalog.count(*)
              from "public"."orders" as "3"
              where "3"."customer_id" operator(pg_catalog.=) "1"."id" and "3"."total" operator(pg_catalog.>) "m"."p0"::pg_catalog.numeric
            ) as "totalCount", coalesce(q.i0, '{}') as "items", array(
              select "0"
              from (
                select (select "0" from (select "8"."f0" as "status") "0") as "fields", (select "0" from (select "8"."a0" as "sum") "0") as "aggregations"
                from (
                  select "7"."status" as "f0", pg_catalog.sum("7"."total") as "a0"
                  from "public"."orders" as "7"
                  where "7"."customer_id" operator(pg_catalog.=) "1"."id" and "7"."total" operator(pg_catalog.>) "m"."p0"::pg_catalog.numeric
                  group by "7"."status"
                  order by "a0" desc, "f0"
                  limit 100
                ) "8"
              ) "0"
            ) as "groupBy"
            from (
              select pg_catalog.count(*) as n, pg_catalog.array_agg("-1") as i0
              from (
                select "2"."id" as c0_0, (
                  select "0"
                  from (
                    select array(
                      select "0"
                      from (
                        select (
                          select "0"
                          from (select "6"."a0" as "lines", "6"."a1" as "sum") "0"
                        ) as "aggregations"
                        from (
                          select pg_catalog.count(*) as "a0", pg_catalog.sum("5"."line_total") as "a1"
                          from "public"."order_details" as "5"
                          where "5"."order_id" operator(pg_catalog.=) "2"."id"
                          limit 100
                        ) "6"
                      ) "0"
                    ) as "groupBy"
                  ) "0"
                ) as c0_1
                from "public"."orders" as "2"
                where "2"."customer_id" operator(pg_catalog.=) "1"."id" and "2"."total" operator(pg_catalog.>) "m"."p0"::pg_catalog.numeric
                order by "2"."id"
                limit 1
              ) p
              cross join lateral (select p.c0_0 as "id", p.c0_1 as "orderDetails_connection") "-1"
            ) q
          ) "0"
        ) as "orders_connection"
        from "public"."customers" as "1"
        order by "1"."id"
        limit 3
      ) "0"
    ))::pg_catalog.text as "0", pg_catalog.to_json(array(
      select "0"
      from (
        select (
          select "0"
          from (
            select array(
              select "0"
              from (
                select (select "0" from (select "13"."f0" as "discontinued") "0") as "fields", (select "0" from (select "13"."a0" as "count") "0") as "aggregations"
                from (
                  select "12"."discontinued" as "f0", pg_catalog.count(*) as "a0"
                  from "public"."products" as "12"
                  where exists (
                    select 1
                    from "public"."product_suppliers" as "14"
                    where "14"."supplier_id" operator(pg_catalog.=) "9"."id" and "14"."product_id" operator(pg_catalog.=) "12"."id"
                  ) and (pg_catalog.lower("12"."name") operator(pg_catalog.~~) pg_catalog.lower("m"."p1") or pg_catalog.lower("12"."description") operator(pg_catalog.~~) pg_catalog.lower("m"."p1"))
                  group by "12"."discontinued"
                  order by "f0"
                  limit 100
                ) "13"
              ) "0"
            ) as "groupBy"
          ) "0"
        ) as "products_connection"
        from "public"."suppliers" as "9"
        order by "9"."id"
        limit 2
      ) "0"
    ))::pg_catalog.text as "1"
  ) s offset 0
) r(v0, v1) on true cross join lateral (
  select pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(pg_catalog.array_to_string(array[r.v0, r.v1], E'\n', 'n'), 'UTF8')), 'base64') as h offset 0
) d
