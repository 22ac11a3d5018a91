select m.n, d.h, case when m.h is distinct from d.h then r.v0 end, case when m.h is distinct from d.h then r.v1 end, case when m.h is distinct from d.h then r.v2 end, case when m.h is distinct from d.h then r.v3 end from pg_catalog.jsonb_to_recordset($1::pg_catalog.jsonb) m(n pg_catalog.int4, h pg_catalog.text, p0 pg_catalog.text, p1 pg_catalog.text, p2 pg_catalog.text, p3 pg_catalog.text, p4 pg_catalog.text) left join lateral (
  select s.* from (
    select pg_catalog.to_json(array(
      select "0"
      from (
        select "1"."id" as "id", case when pg_catalog.array_ndims("1"."tags") operator(pg_catalog.>) 1 then array(select u.e from pg_catalog.unnest("1"."tags") with ordinality u(e, n) order by u.n) else "1"."tags" end as "tags"
        from "public"."products" as "1"
        where "1"."tags" operator(pg_catalog.@>) "m"."p0"::pg_catalog.text[]
        order by "1"."id"
        limit 2
      ) "0"
    ))::pg_catalog.text as "0", pg_catalog.to_json(array(
      select "0"
      from (
        select "2"."id" as "id"
        from "public"."products" as "2"
        where ("2"."tags" operator(pg_catalog.&&) "m"."p1"::pg_catalog.text[] and "2"."monthly_sales" operator(pg_catalog.@>) "m"."p2"::pg_catalog.int4[])
        order by "2"."id"
        limit 2
      ) "0"
    ))::pg_catalog.text as "1", pg_catalog.to_json(array(
      select "0"
      from (
        select "3"."id" as "id"
        from "public"."products" as "3"
        where ("3"."tags" operator(pg_catalog.@>) "m"."p3"::pg_catalog.text[] and not ("3"."monthly_sales" operator(pg_catalog.&&) "m"."p4"::pg_catalog.int4[]))
        order by "3"."id"
        limit 2
      ) "0"
    ))::pg_catalog.text as "2", pg_catalog.to_json(array(
      select "0"
      from (
        select "4"."id" as "id"
        from "public"."products" as "4"
        where null::pg_catalog.bool
        order by "4"."id"
        limit 100
      ) "0"
    ))::pg_catalog.text as "3"
  ) s offset 0
) r(v0, v1, v2, v3) on true cross join lateral (
  select pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(pg_catalog.array_to_string(array[r.v0, r.v1, r.v2, r.v3], E'\n', 'n'), 'UTF8')), 'base64') as h offset 0
) d
