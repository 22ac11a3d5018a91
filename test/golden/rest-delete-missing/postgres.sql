-- write 0
delete from "public"."categories" as "1"
where "1"."id" = $1
returning '1' as n, to_json((
  select "0"
  from (select 'Category'::text as "__typename") "0"
))::text as v0
-- ["9999"]
