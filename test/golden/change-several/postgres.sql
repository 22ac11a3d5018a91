-- write 0
insert into "public"."categories" as "2" ("name")
values ($1)
returning '1' as n, to_json((select "0" from (select "2"."name" as "name") "0"))::text as v0
-- ["Toys"]

-- write 1
with w as (
  update "public"."categories" as "1"
  set "description" = $1
  where "1"."name" = $2
  returning "1".*
)
select (select count(*) from w)::text as n, to_json(array(
  select "0"
  from (
    select "2"."name" as "name", "2"."description" as "description"
    from w as "2"
    order by "2"."id"
    limit 1000
  ) "0"
))::text as v0
-- ["New","Toys"]
