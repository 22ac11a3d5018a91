select m.n, d.h, case when m.h is distinct from d.h then r.v0 end, case when m.h is distinct from d.h then r.v1 end from pg_catalog.jsonb_to_recordset($1::pg_catalog.jsonb) m(n pg_catalog.int4, h pg_catalog.text, p0 pg_catalog.text, p1 pg_catalog.text, p2 pg_catalog.text, p3 pg_catalog.text) left join lateral (
  select s.* from (
    select pg_catalog.to_json((
      select "0"
      from (
        select "1"."order_id" as "order_id", "1"."line_no" as "line_no", "1"."quantity" as "quantity", "1"."line_total" as "line_total", (
          select "0"
          from (
            select "2"."name" as "name"
            from "public"."products" as "2"
            where "2"."id" operator(pg_catalog.=) "1"."product_id"
          ) "0"
        ) as "product"
        from "public"."order_details" as "1"
        where ("1"."order_id" operator(pg_catalog.=) "m"."p0"::pg_catalog.int4 and "1"."line_no" operator(pg_catalog.=) "m"."p1"::pg_catalog.int4)
        limit 1
      ) "0"
    ))::pg_catalog.text as "0", pg_catalog.to_json((
      select "0"
      from (
        select "3"."quantity" as "quantity"
        from "public"."order_details" as "3"
        where ("3"."order_id" operator(pg_catalog.=) "m"."p2"::pg_catalog.int4 and "3"."line_no" operator(pg_catalog.=) "m"."p3"::pg_catalog.int4)
        limit 1
      ) "0"
    ))::pg_catalog.text as "1"
  ) s offset 0
) r(v0, v1) on true cross join lateral (
  select pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(pg_catalog.array_to_string(array[r.v0, r.v1], E'\n', 'n'), 'UTF8')), 'base64') as h offset 0
) d
