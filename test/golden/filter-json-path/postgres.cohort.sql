select m.n, d.h, case when m.h is distinct from d.h then r.v0 end, case when m.h is distinct from d.h then r.v1 end, case when m.h is distinct from d.h then r.v2 end, case when m.h is distinct from d.h then r.v3 end, case when m.h is distinct from d.h then r.v4 end from pg_catalog.jsonb_to_recordset($1::pg_catalog.jsonb) m(n pg_catalog.int4, h pg_catalog.text, p0 pg_catalog.text, p1 pg_catalog.text, p2 pg_catalog.text, p3 pg_catalog.text, p4 pg_catalog.text, p5 pg_catalog.text, p6 pg_catalog.text, p7 pg_catalog.text, p8 pg_catalog.text, p9 pg_catalog.text, p10 pg_catalog.text, p11 pg_catalog.text, p12 pg_catalog.text) left join lateral (
  select s.* from (
    select pg_catalog.to_json(array(
      select "0"
      from (
        select "1"."id" as "id", "1"."attributes" as "attributes"
        from "public"."products" as "1"
        where pg_catalog.jsonb_path_query_first("1"."attributes"::pg_catalog.jsonb, "m"."p0"::pg_catalog.jsonpath, '{}', true) operator(pg_catalog.=) "m"."p1"::pg_catalog.jsonb
        order by "1"."id"
        limit 2
      ) "0"
    ))::pg_catalog.text as "0", pg_catalog.to_json(array(
      select "0"
      from (
        select "2"."id" as "id", "2"."attributes" as "attributes"
        from "public"."products" as "2"
        where pg_catalog.jsonb_path_query_first("2"."attributes"::pg_catalog.jsonb, "m"."p2"::pg_catalog.jsonpath, '{}', true) operator(pg_catalog.=) "m"."p3"::pg_catalog.jsonb
        order by "2"."id"
        limit 2
      ) "0"
    ))::pg_catalog.text as "1", pg_catalog.to_json(array(
      select "0"
      from (
        select "3"."id" as "id", "3"."attributes" as "attributes"
        from "public"."products" as "3"
        where ((pg_catalog.jsonb_path_query_first("3"."attributes"::pg_catalog.jsonb, "m"."p4"::pg_catalog.jsonpath, '{}', true) operator(pg_catalog.<>) "m"."p5"::pg_catalog.jsonb and "3"."attributes" is not null) and not (pg_catalog.jsonb_path_query_first("3"."attributes"::pg_catalog.jsonb, "m"."p6"::pg_catalog.jsonpath, '{}', true) is null))
        order by "3"."id"
        limit 2
      ) "0"
    ))::pg_catalog.text as "2", pg_catalog.to_json(array(
      select "0"
      from (
        select "4"."id" as "id", "4"."attributes" as "attributes"
        from "public"."products" as "4"
        where pg_catalog.jsonb_path_query_first("4"."attributes"::pg_catalog.jsonb, "m"."p7"::pg_catalog.jsonpath, '{}', true) operator(pg_catalog.=) "m"."p8"::pg_catalog.jsonb
        order by "4"."id"
        limit 1
      ) "0"
    ))::pg_catalog.text as "3", pg_catalog.to_json(array(
      select "0"
      from (
        select "5"."id" as "id", "5"."attributes" as "attributes"
        from "public"."products" as "5"
        where (pg_catalog.jsonb_path_query_first("5"."attributes"::pg_catalog.jsonb, "m"."p9"::pg_catalog.jsonpath, '{}', true) operator(pg_catalog.=) "m"."p10"::pg_catalog.jsonb or pg_catalog.jsonb_path_query_first("5"."attributes"::pg_catalog.jsonb, "m"."p11"::pg_catalog.jsonpath, '{}', true) operator(pg_catalog.=) "m"."p12"::pg_catalog.jsonb)
        order by "5"."id"
        limit 2
      ) "0"
    ))::pg_catalog.text as "4"
  ) s offset 0
) r(v0, v1, v2, v3, v4) on true cross join lateral (
  select pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(pg_catalog.array_to_string(array[r.v0, r.v1, r.v2, r.v3, r.v4], E'\n', 'n'), 'UTF8')), 'base64') as h offset 0
) d
