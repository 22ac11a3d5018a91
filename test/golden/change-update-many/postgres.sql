-- write 0
with w as (update "public"."suppliers" as "1" set "website" = $1 where "1"."country" = $2 returning "1".*) select (select count(*) from w)::text as n, (select json_agg(json_build_array("2"."id"::text))::text from w as "2") as k
-- [null,"DE"]

-- if write 0 changed a row
select to_json(array(select "0" from (select "3"."name" as "name", "3"."website" as "website", array(select "0" from (select "4"."name" as "name" from "public"."products" as "4" where exists (select 1 from "public"."product_suppliers" as "5" where "5"."supplier_id" = "3"."id" and "4"."id" = "5"."product_id") order by "4"."id" limit 1) "0") as "products" from json_array_elements($1::json) with ordinality c(v, n) join "public"."suppliers" as "3" on "3"."id" = (c.v ->> 0)::int4 order by "3"."id" limit 1000) "0"))::text as v0
-- ["keys of write 0"]
