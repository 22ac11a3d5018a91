select m.n, d.h, case when m.h is distinct from d.h then r.v0 end from pg_catalog.jsonb_to_recordset($1::pg_catalog.jsonb) m(n pg_catalog.int4, h pg_catalog.text) left join lateral (
  select s.* from (
    select pg_catalog.to_json(array(
      select "0"
      from (
        select "1"."id" as "id", "1"."name" as "name", "1"."parent_id" as "parent_id"
        from "public"."categories" as "1"
        order by "1"."id"
        limit 100
      ) "0"
    ))::pg_catalog.text as "0"
  ) s offset 0
) r(v0) on true cross join lateral (
  select pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(pg_catalog.array_to_string(array[r.v0], E'\n', 'n'), 'UTF8')), 'base64') as h offset 0
) d
