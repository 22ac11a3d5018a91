-- write 0
insert into "public"."categories" as "1" ("name", "description")
values ($1, $2)
returning '1' as n, pg_catalog.to_json((
  select "0"
  from (
    select "1"."id" as "id", "1"."name" as "label", "1"."description" as "description", "1"."parent_id" as "parent_id", 'Category'::pg_catalog.text as "__typename"
  ) "0"
))::pg_catalog.text as v0
-- ["Toys","To play with"]
