-- write 0
with w as (
  delete from "public"."categories" as "1"
  where "1"."id" = $1
  returning "1".*
)
select (select count(*) from w)::text as n, to_json((
  select "0"
  from (
    select 'Category'::text as "__typename"
    from w as "2"
    limit 1
  ) "0"
))::text as v0
-- ["9999"]
