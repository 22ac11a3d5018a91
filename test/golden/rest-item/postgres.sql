select pg_catalog.to_json("0")::pg_catalog.text as v0, pg_catalog.translate(pg_catalog.left(pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(row("1"."id", "1"."reference", "1"."customer_id", "1"."employee_id", "1"."billing_address_id", "1"."shipping_address_id", "1"."status", "1"."priority", "1"."gift", "1"."placed_at", "1"."required_on", "1"."shipped_at", "1"."total", "1"."comment")::pg_catalog.text, 'UTF8')), 'base64'), 22), '+/', '-_') as v1
from "public"."orders" as "1"
cross join lateral (
  select "1"."id" as "id", "1"."reference" as "reference", "1"."customer_id" as "customer_id", "1"."employee_id" as "employee_id", "1"."billing_address_id" as "billing_address_id", "1"."shipping_address_id" as "shipping_address_id", "1"."status" as "status", "1"."priority" as "priority", "1"."gift" as "gift", "1"."placed_at" as "placed_at", "1"."required_on" as "required_on", "1"."shipped_at" at time zone 'UTC' as "shipped_at", "1"."total" as "total", "1"."comment" as "comment"
) "0"
where "1"."id" operator(pg_catalog.=) $1
limit 1
-- ["5"]
