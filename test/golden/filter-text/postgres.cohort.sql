select m.n, d.h, case when m.h is distinct from d.h then r.v0 end, case when m.h is distinct from d.h then r.v1 end, case when m.h is distinct from d.h then r.v2 end, case when m.h is distinct from d.h then r.v3 end from pg_catalog.jsonb_to_recordset($1::pg_catalog.jsonb) m(n pg_catalog.int4, h pg_catalog.text, p0 pg_catalog.text, p1 pg_catalog.text, p2 pg_catalog.text, p3 pg_catalog.text, p4 pg_catalog.text) left join lateral (
  select s.* from (
    select pg_catalog.to_json(array(
      select "0"
      from (
        select "1"."name" as "name"
        from "public"."products" as "1"
        where (pg_catalog.lower("1"."name") operator(pg_catalog.~~) pg_catalog.lower("m"."p0") and not ("1"."name" operator(pg_catalog.~~) "m"."p1"))
        order by "1"."id"
        limit 3
      ) "0"
    ))::pg_catalog.text as "0", pg_catalog.to_json(array(
      select "0"
      from (
        select "2"."name" as "name"
        from "public"."customers" as "2"
        where "2"."name" operator(pg_catalog.~~) "m"."p2"
        order by "2"."id"
        limit 3
      ) "0"
    ))::pg_catalog.text as "1", pg_catalog.to_json(array(
      select "0"
      from (
        select "3"."notes" as "notes"
        from "public"."customers" as "3"
        where "3"."notes" operator(pg_catalog.~~) "m"."p3"
        order by "3"."id"
        limit 3
      ) "0"
    ))::pg_catalog.text as "2", pg_catalog.to_json(array(
      select "0"
      from (
        select "4"."notes" as "notes"
        from "public"."customers" as "4"
        where "4"."notes" operator(pg_catalog.~~) "m"."p4"
        order by "4"."id"
        limit 3
      ) "0"
    ))::pg_catalog.text as "3"
  ) s offset 0
) r(v0, v1, v2, v3) on true cross join lateral (
  select pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(pg_catalog.array_to_string(array[r.v0, r.v1, r.v2, r.v3], E'\n', 'n'), 'UTF8')), 'base64') as h offset 0
) d
