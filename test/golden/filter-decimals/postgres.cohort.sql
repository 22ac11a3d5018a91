select m.n, d.h, case when m.h is distinct from d.h then r.v0 end from pg_catalog.jsonb_to_recordset($1::pg_catalog.jsonb) m(n pg_catalog.int4, h pg_catalog.text, p0 pg_catalog.text, p1 pg_catalog.text, p2 pg_catalog.text, p3 pg_catalog.text, p4 pg_catalog.text, p5 pg_catalog.text, p6 pg_catalog.text, p7 pg_catalog.text, p8 pg_catalog.text) left join lateral (
  select s.* from (
    select pg_catalog.to_json(array(
      select "0"
      from (
        select "1"."revenue" as "revenue"
        from "public"."sales" as "1"
        where (("1"."revenue" operator(pg_catalog.=) "m"."p0"::pg_catalog.numeric or "1"."revenue" operator(pg_catalog.=) "m"."p1"::pg_catalog.numeric or ("1"."revenue" operator(pg_catalog.>=) "m"."p2"::pg_catalog.numeric and "1"."revenue" operator(pg_catalog.<) "m"."p3"::pg_catalog.numeric) or ("1"."revenue" operator(pg_catalog.>) "m"."p4"::pg_catalog.numeric and "1"."revenue" operator(pg_catalog.<=) "m"."p5"::pg_catalog.numeric) or "1"."revenue" operator(pg_catalog.=) any ("m"."p6"::pg_catalog.numeric[])) and ("1"."revenue" operator(pg_catalog.<>) "m"."p7"::pg_catalog.numeric and not ("1"."revenue" operator(pg_catalog.=) any ("m"."p8"::pg_catalog.numeric[]))))
        order by "1"."revenue", "1"."month", "1"."country"
        limit 100
      ) "0"
    ))::pg_catalog.text as "0"
  ) s offset 0
) r(v0) on true cross join lateral (
  select pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(pg_catalog.array_to_string(array[r.v0], E'\n', 'n'), 'UTF8')), 'base64') as h offset 0
) d
