-- write 0
insert into "public"."categories" as "2" ("name", "description")
values ($1, $2)
returning '1' as n, to_json((
  select "0"
  from (
    select "2"."id" as "id", "2"."name" as "label", "2"."description" as "description", "2"."parent_id" as "parent_id", 'Category'::text as "__typename"
  ) "0"
))::text as v0
-- ["Toys","To play with"]
