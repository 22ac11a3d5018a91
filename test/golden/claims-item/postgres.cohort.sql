select m.n, d.h, case when m.h is distinct from d.h then r.v0 end from pg_catalog.jsonb_to_recordset($1::pg_catalog.jsonb) m(n pg_catalog.int4, h pg_catalog.text, p0 pg_catalog.text, p1 pg_catalog.text, p2 pg_catalog.text, p3 pg_catalog.text, p4 pg_catalog.text, p5 pg_catalog.text) left join lateral (
  select s.* from (
    select pg_catalog.to_json((
      select "0"
      from (
        select "1"."name" as "name", array(
          select "0"
          from (
            select "2"."total" as "total", "2"."placed_at" as "placed_at"
            from "public"."orders" as "2"
            where "2"."customer_id" operator(pg_catalog.=) "1"."id" and ("2"."total" operator(pg_catalog.>) "m"."p0"::pg_catalog.numeric and "2"."placed_at" operator(pg_catalog.<) "m"."p1"::pg_catalog.timestamptz and "2"."gift" operator(pg_catalog.=) "m"."p2"::pg_catalog.bool)
            order by "2"."id"
            limit 1
          ) "0"
        ) as "orders"
        from "public"."customers" as "1"
        where ("1"."country" operator(pg_catalog.=) "m"."p3"::pg_catalog.varchar and "1"."id" operator(pg_catalog.>=) "m"."p4"::pg_catalog.int4) and "1"."id" operator(pg_catalog.=) "m"."p5"::pg_catalog.int4
        limit 1
      ) "0"
    ))::pg_catalog.text as "0"
  ) s offset 0
) r(v0) on true cross join lateral (
  select pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(pg_catalog.array_to_string(array[r.v0], E'\n', 'n'), 'UTF8')), 'base64') as h offset 0
) d
