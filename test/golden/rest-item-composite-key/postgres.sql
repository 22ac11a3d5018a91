select pg_catalog.to_json("0")::pg_catalog.text as v0, pg_catalog.translate(pg_catalog.left(pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(row("1"."order_id", "1"."line_no", "1"."product_id", "1"."quantity", "1"."unit_price", "1"."discount", "1"."line_total", "1"."note")::pg_catalog.text, 'UTF8')), 'base64'), 22), '+/', '-_') as v1
from "public"."order_details" as "1"
cross join lateral (
  select "1"."quantity" as "quantity", "1"."unit_price" as "unit_price", "1"."line_total" as "line_total"
) "0"
where ("1"."order_id" operator(pg_catalog.=) $1 and "1"."line_no" operator(pg_catalog.=) $2)
limit 1
-- ["5","1"]
