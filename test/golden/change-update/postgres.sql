-- write 0
with w as (
  update "public"."categories" as "1"
  set "name" = $1, "description" = $2
  where "1"."id" = $3
  returning "1".*
)
select (select count(*) from w)::text as n, to_json((
  select "0"
  from (
    select "2"."id" as "id", "2"."name" as "name", "2"."description" as "description"
    from w as "2"
    limit 1
  ) "0"
))::text as v0
-- ["Cooking",null,"3"]
