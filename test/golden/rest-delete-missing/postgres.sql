-- write 0
delete from "public"."categories" as "1"
where "1"."id" operator(pg_catalog.=) $1
returning '1' as n, pg_catalog.to_json((
  select "0"
  from (select 'Category'::pg_catalog.text as "__typename") "0"
))::pg_catalog.text as v0
-- ["9999"]
