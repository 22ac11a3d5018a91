-- write 0
update "public"."categories" as "1"
set "name" = $1, "description" = $2
where "1"."id" operator(pg_catalog.=) $3
returning '1' as n, pg_catalog.to_json((
  select "0"
  from (
    select "1"."id" as "id", "1"."name" as "name", "1"."description" as "description"
  ) "0"
))::pg_catalog.text as v0
-- ["Cooking",null,"3"]
