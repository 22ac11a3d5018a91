select m.n, d.h, case when m.h is distinct from d.h then r.v0 end, case when m.h is distinct from d.h then r.v1 end, case when m.h is distinct from d.h then r.v2 end, case when m.h is distinct from d.h then r.v3 end, case when m.h is distinct from d.h then r.v4 end, case when m.h is distinct from d.h then r.v5 end, case when m.h is distinct from d.h then r.v6 end from pg_catalog.jsonb_to_recordset($1::pg_catalog.jsonb) m(n pg_catalog.int4, h pg_catalog.text, p0 pg_catalog.text, p1 pg_catalog.text, p2 pg_catalog.text, p3 pg_catalog.text, p4 pg_catalog.text, p5 pg_catalog.text, p6 pg_catalog.text, p7 pg_catalog.text) left join lateral (
  select s.* from (
    select pg_catalog.to_json(array(
      select "0"
      from (
        select "1"."id" as "id", pg_catalog.translate(pg_catalog.encode("1"."thumbnail", 'base64'), E'\n', '') as "thumbnail"
        from "public"."products" as "1"
        where "1"."thumbnail" operator(pg_catalog.=) any ("m"."p0"::pg_catalog.bytea[])
        order by "1"."id"
        limit 5
      ) "0"
    ))::pg_catalog.text as "0", pg_catalog.to_json(array(
      select "0"
      from (
        select "2"."id" as "id"
        from "public"."products" as "2"
        where "2"."thumbnail" operator(pg_catalog.=) "m"."p1"::pg_catalog.bytea
        order by "2"."id"
        limit 100
      ) "0"
    ))::pg_catalog.text as "1", pg_catalog.to_json(array(
      select "0"
      from (
        select "3"."id" as "id"
        from "public"."products" as "3"
        where "3"."thumbnail" operator(pg_catalog.=) "m"."p2"::pg_catalog.bytea
        order by "3"."id"
        limit 100
      ) "0"
    ))::pg_catalog.text as "2", pg_catalog.to_json(array(
      select "0"
      from (
        select "4"."id" as "id"
        from "public"."products" as "4"
        where "4"."thumbnail" operator(pg_catalog.<) "m"."p3"::pg_catalog.bytea
        order by "4"."id"
        limit 1
      ) "0"
    ))::pg_catalog.text as "3", pg_catalog.to_json(array(
      select "0"
      from (
        select "5"."id" as "id"
        from "public"."products" as "5"
        where ("5"."thumbnail" operator(pg_catalog.<=) "m"."p4"::pg_catalog.bytea and "5"."thumbnail" operator(pg_catalog.>) "m"."p5"::pg_catalog.bytea)
        order by "5"."id"
        limit 100
      ) "0"
    ))::pg_catalog.text as "4", pg_catalog.to_json(array(
      select "0"
      from (
        select "6"."id" as "id"
        from "public"."products" as "6"
        where "6"."thumbnail" operator(pg_catalog.>) "m"."p6"::pg_catalog.bytea
        order by "6"."id"
        limit 1
      ) "0"
    ))::pg_catalog.text as "5", pg_catalog.to_json(array(
      select "0"
      from (
        select "7"."id" as "id"
        from "public"."products" as "7"
        where not ("7"."thumbnail" operator(pg_catalog.=) any ("m"."p7"::pg_catalog.bytea[]))
        order by "7"."id"
        limit 1
      ) "0"
    ))::pg_catalog.text as "6"
  ) s offset 0
) r(v0, v1, v2, v3, v4, v5, v6) on true cross join lateral (
  select pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(pg_catalog.array_to_string(array[r.v0, r.v1, r.v2, r.v3, r.v4, r.v5, r.v6], E'\n', 'n'), 'UTF8')), 'base64') as h offset 0
) d
