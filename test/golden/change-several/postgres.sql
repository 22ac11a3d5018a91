-- write 0
with w as (insert into "public"."categories" ("name") values ($1) returning *) select (select count(*) from w)::text as n, to_json((select "0" from (select "2"."name" as "name" from w as "2" limit 1) "0"))::text as v0
-- ["Toys"]

-- write 1
with w as (update "public"."categories" as "3" set "description" = $1 where "3"."name" = $2 returning "3".*) select (select count(*) from w)::text as n, to_json(array(select "0" from (select "4"."name" as "name", "4"."description" as "description" from w as "4" order by "4"."id" limit 1000) "0"))::text as v0
-- ["New","Toys"]
