-- write 0
with w as (select "1".* from "public"."order_details" as "1" where ("1"."order_id" = $1 and "1"."line_no" = $2)) select (select count(*) from w)::text as n
-- ["5","98"]

-- write 1
with w as (insert into "public"."order_details" ("order_id", "line_no", "product_id", "quantity", "unit_price") values ($1, $2, $3, $4, $5) on conflict ("order_id", "line_no") do nothing returning *) select (select count(*) from w)::text as n, to_json((select "0" from (select (select translate(left(encode(sha256(convert_to(row("4"."order_id", "4"."line_no", "4"."product_id", "4"."quantity", "4"."unit_price", "4"."discount", "4"."line_total", "4"."note")::text, 'UTF8')), 'base64'), 22), '+/', '-_')) as "_etag", "4"."order_id" as "order_id", "4"."line_no" as "line_no", "4"."product_id" as "product_id", "4"."quantity" as "quantity", "4"."unit_price" as "unit_price", "4"."discount" as "discount", "4"."line_total" as "line_total", "4"."note" as "note" from w as "4" limit 1) "0"))::text as v0
-- ["5","98","1","3","0.5"]
