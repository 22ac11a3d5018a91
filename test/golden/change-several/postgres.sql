-- write 0
insert into "public"."categories" as "1" ("name")
values ($1)
returning '1' as n, pg_catalog.to_json((select "0" from (select "1"."name" as "name") "0"))::pg_catalog.text as v0
-- ["Toys"]

-- write 1
with w as (
  update "public"."categories" as "1"
  set "description" = $1
  where "1"."name" operator(pg_catalog.=) $2
  returning "1".*
)
select (select pg_catalog.count(*) from w as "1")::pg_catalog.text as n, pg_catalog.to_json(array(
  select "0"
  from (
    select "1"."name" as "name", "1"."description" as "description"
    from w as "1"
    order by "1"."id"
    limit 1000
  ) "0"
))::pg_catalog.text as v0
-- ["New","Toys"]
