-- write 0
with w as (insert into "public"."order_details" ("order_id", "line_no", "product_id", "quantity", "unit_price") values ($1, $2, $3, $4, $5) on conflict ("order_id", "line_no") do nothing returning *) select (select count(*) from w)::text as n
-- ["7","60","3","5","1.25"]

-- if write 0 changed a row
select to_json((select "0" from (select "3"."order_id" as "order_id", "3"."line_no" as "line_no", "3"."quantity" as "quantity", (select "0" from (select "4"."name" as "name" from "public"."products" as "4" where "4"."id" = "3"."product_id") "0") as "product" from "public"."order_details" as "3" where "3"."order_id" = $1 and "3"."line_no" = $2 limit 1) "0"))::text as v0
-- ["7","60"]
