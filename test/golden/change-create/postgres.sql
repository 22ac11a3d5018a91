-- write 0
with w as (insert into "public"."categories" ("name", "description") values ($1, $2) returning *) select (select count(*) from w)::text as n, to_json((select "0" from (select "2"."id" as "id", "2"."name" as "label", "2"."description" as "description", "2"."parent_id" as "parent_id", 'Category'::text as "__typename" from w as "2" limit 1) "0"))::text as v0
-- ["Toys","To play with"]
