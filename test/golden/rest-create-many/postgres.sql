-- write 0
with w as (
  insert into "public"."categories" ("name", "parent_id")
  values ($1, $2), ($3, default)
  returning *
)
select (select count(*) from w)::text as n, to_json(array(
  select "0"
  from (
    select "2"."id" as "id", "2"."name" as "name", "2"."parent_id" as "parent_id"
    from w as "2"
    limit 2
  ) "0"
))::text as v0
-- ["Lamps","1","Bulbs"]
