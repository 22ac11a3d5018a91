-- write 0
update "public"."categories" as "1"
set "name" = $1, "description" = $2
where "1"."id" = $3
returning '1' as n, to_json((
  select "0"
  from (
    select "1"."id" as "id", "1"."name" as "name", "1"."description" as "description"
  ) "0"
))::text as v0
-- ["Cooking",null,"3"]
