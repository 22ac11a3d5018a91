-- write 0
with w as (
  insert into "public"."categories" ("name", "parent_id")
  values ($1, $2), ($3, default)
  returning *
)
select (select pg_catalog.count(*) from w as "1")::pg_catalog.text as n, pg_catalog.to_json(array(
  select "0"
  from (
    select "1"."id" as "id", "1"."name" as "name", "1"."parent_id" as "parent_id"
    from w as "1"
    limit 2
  ) "0"
))::pg_catalog.text as v0
-- ["Lamps","1","Bulbs"]
