select m.n, d.h, case when m.h is distinct from d.h then r.v0 end, case when m.h is distinct from d.h then r.v1 end from pg_catalog.jsonb_to_recordset($1::pg_catalog.jsonb) m(n pg_catalog.int4, h pg_catalog.text, p0 pg_catalog.text, p1 pg_catalog.text, p2 pg_catalog.text, p3 pg_catalog.text, p4 pg_catalog.text, p5 pg_catalog.text, p6 pg_catalog.text, p7 pg_catalog.text, p8 pg_catalog.text, p9 pg_catalog.text) left join lateral (
  select s.* from (
    select pg_catalog.to_json(array(
      select "0"
      from (
        select "1"."id" as "id", "1"."country" as "country", array(
          select "0"
          from (
            select "2"."id" as "id", "2"."total" as "total"
            from "public"."orders" as "2"
            where "2"."customer_id" operator(pg_catalog.=) "1"."id" and ("2"."total" operator(pg_catalog.>) "m"."p0"::pg_catalog.numeric and "2"."placed_at" operator(pg_catalog.<) "m"."p1"::pg_catalog.timestamptz and "2"."gift" operator(pg_catalog.=) "m"."p2"::pg_catalog.bool)
            order by "2"."id"
            limit 2
          ) "0"
        ) as "orders"
        from "public"."customers" as "1"
        where ("1"."country" operator(pg_catalog.=) "m"."p3"::pg_catalog.varchar and "1"."id" operator(pg_catalog.>=) "m"."p4"::pg_catalog.int4)
        order by "1"."id"
        limit 2
      ) "0"
    ))::pg_catalog.text as "0", pg_catalog.to_json(array(
      select "0"
      from (
        select "3"."id" as "id", (
          select "0"
          from (
            select "4"."name" as "name"
            from "public"."customers" as "4"
            where "4"."id" operator(pg_catalog.=) "3"."customer_id" and ("4"."country" operator(pg_catalog.=) "m"."p5"::pg_catalog.varchar and "4"."id" operator(pg_catalog.>=) "m"."p6"::pg_catalog.int4)
          ) "0"
        ) as "customer"
        from "public"."orders" as "3"
        where ("3"."total" operator(pg_catalog.>) "m"."p7"::pg_catalog.numeric and "3"."placed_at" operator(pg_catalog.<) "m"."p8"::pg_catalog.timestamptz and "3"."gift" operator(pg_catalog.=) "m"."p9"::pg_catalog.bool)
        order by "3"."total" desc, "3"."id"
        limit 2
      ) "0"
    ))::pg_catalog.text as "1"
  ) s offset 0
) r(v0, v1) on true cross join lateral (
  select pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(pg_catalog.array_to_string(array[r.v0, r.v1], E'\n', 'n'), 'UTF8')), 'base64') as h offset 0
) d
