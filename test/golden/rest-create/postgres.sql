-- write 0
with w as (insert into "public"."orders" ("reference", "customer_id", "billing_address_id", "placed_at", "total", "comment") values ($1, $2, $3, $4, $5, $6) returning *) select (select count(*) from w)::text as n, (select json_agg(json_build_array("2"."id"::text))::text from w as "2") as k
-- ["NEW/1","1","1","2024-02-29T12:00:00","1234567890.12",null]

-- if write 0 changed a row
select to_json((select "0" from (select (select translate(left(encode(sha256(convert_to(row("3"."id", "3"."reference", "3"."customer_id", "3"."employee_id", "3"."billing_address_id", "3"."shipping_address_id", "3"."status", "3"."priority", "3"."gift", "3"."placed_at", "3"."required_on", "3"."shipped_at", "3"."total", "3"."comment")::text, 'UTF8')), 'base64'), 22), '+/', '-_')) as "_etag", "3"."id" as "__key0", "3"."id" as "id", "3"."reference" as "reference", "3"."status" as "status", "3"."total" as "total", "3"."comment" as "comment", (select "0" from (select "4"."name" as "name" from "public"."customers" as "4" where "4"."id" = "3"."customer_id") "0") as "customer" from json_array_elements($1::json) with ordinality c(v, n) join "public"."orders" as "3" on "3"."id" = (c.v ->> 0)::int4 limit 1) "0"))::text as v0
-- ["keys of write 0"]
