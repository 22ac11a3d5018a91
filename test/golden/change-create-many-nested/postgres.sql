-- write 0
with w as (insert into "public"."categories" ("name") values ($1) returning *) select (select count(*) from w)::text as n, (select json_agg(json_build_array("2"."id"::text))::text from w as "2") as k
-- ["Toys"]

-- write 1
with w as (insert into "public"."categories" ("name", "parent_id") values ($1, $2), ($3, $2) returning *) select (select count(*) from w)::text as n
-- ["Dolls","id of write 0","Trains"]

-- write 2
with w as (insert into "public"."categories" ("name") values ($1) returning *) select (select count(*) from w)::text as n, (select json_agg(json_build_array("6"."id"::text))::text from w as "6") as k
-- ["Fun"]

-- write 3
with w as (insert into "public"."categories" ("name", "parent_id") values ($1, $2) returning *) select (select count(*) from w)::text as n, (select json_agg(json_build_array("8"."id"::text))::text from w as "8") as k
-- ["Games","id of write 2"]

-- if write 0 changed a row
select to_json((select "0" from (select "9"."name" as "name", (select "0" from (select "10"."name" as "name" from "public"."categories" as "10" where "10"."id" = "9"."parent_id") "0") as "parent", array(select "0" from (select "11"."name" as "name" from "public"."categories" as "11" where "11"."parent_id" = "9"."id" order by "11"."id" limit 100) "0") as "children" from json_array_elements($1::json) with ordinality c(v, n) join "public"."categories" as "9" on "9"."id" = (c.v ->> 0)::int2 limit 1) "0"))::text as v0
-- ["keys of write 0"]

-- if write 3 changed a row
select to_json((select "0" from (select "12"."name" as "name", (select "0" from (select "13"."name" as "name" from "public"."categories" as "13" where "13"."id" = "12"."parent_id") "0") as "parent", array(select "0" from (select "14"."name" as "name" from "public"."categories" as "14" where "14"."parent_id" = "12"."id" order by "14"."id" limit 100) "0") as "children" from json_array_elements($1::json) with ordinality c(v, n) join "public"."categories" as "12" on "12"."id" = (c.v ->> 0)::int2 limit 1) "0"))::text as v0
-- ["keys of write 3"]
