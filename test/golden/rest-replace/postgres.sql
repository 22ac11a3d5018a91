-- write 0
update "public"."order_details" as "1"
set "product_id" = $1, "quantity" = $2, "unit_price" = $3, "discount" = default, "note" = default
where ("1"."order_id" operator(pg_catalog.=) $4 and "1"."line_no" operator(pg_catalog.=) $5)
returning '1' as n, pg_catalog.to_json((
  select "0"
  from (
    select "1"."order_id" as "order_id", "1"."line_no" as "line_no", "1"."product_id" as "product_id", "1"."quantity" as "quantity", "1"."unit_price" as "unit_price", "1"."discount" as "discount", "1"."line_total" as "line_total", "1"."note" as "note"
  ) "0"
))::pg_catalog.text as v0, pg_catalog.translate(pg_catalog.left(pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(row("1"."order_id", "1"."line_no", "1"."product_id", "1"."quantity", "1"."unit_price", "1"."discount", "1"."line_total", "1"."note")::pg_catalog.text, 'UTF8')), 'base64'), 22), '+/', '-_') as v1
-- ["1","3","0.5","5","1"]

-- write 1, unless write 0 changed a row
insert into "public"."order_details" as "1" ("order_id", "line_no", "product_id", "quantity", "unit_price")
values ($1, $2, $3, $4, $5)
on conflict ("order_id", "line_no") do nothing
returning '1' as n, pg_catalog.to_json((
  select "0"
  from (
    select "1"."order_id" as "order_id", "1"."line_no" as "line_no", "1"."product_id" as "product_id", "1"."quantity" as "quantity", "1"."unit_price" as "unit_price", "1"."discount" as "discount", "1"."line_total" as "line_total", "1"."note" as "note"
  ) "0"
))::pg_catalog.text as v0, pg_catalog.translate(pg_catalog.left(pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(row("1"."order_id", "1"."line_no", "1"."product_id", "1"."quantity", "1"."unit_price", "1"."discount", "1"."line_total", "1"."note")::pg_catalog.text, 'UTF8')), 'base64'), 22), '+/', '-_') as v1
-- ["5","1","1","3","0.5"]

-- write 2, unless write 0 or 1 changed a row
update "public"."order_details" as "1"
set "product_id" = $1, "quantity" = $2, "unit_price" = $3, "discount" = default, "note" = default
where ("1"."order_id" operator(pg_catalog.=) $4 and "1"."line_no" operator(pg_catalog.=) $5)
returning '1' as n, pg_catalog.to_json((
  select "0"
  from (
    select "1"."order_id" as "order_id", "1"."line_no" as "line_no", "1"."product_id" as "product_id", "1"."quantity" as "quantity", "1"."unit_price" as "unit_price", "1"."discount" as "discount", "1"."line_total" as "line_total", "1"."note" as "note"
  ) "0"
))::pg_catalog.text as v0, pg_catalog.translate(pg_catalog.left(pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(row("1"."order_id", "1"."line_no", "1"."product_id", "1"."quantity", "1"."unit_price", "1"."discount", "1"."line_total", "1"."note")::pg_catalog.text, 'UTF8')), 'base64'), 22), '+/', '-_') as v1
-- ["1","3","0.5","5","1"]

-- write 3, unless write 0 or 1 or 2 changed a row
with w as (
  select 1
  from "public"."order_details" as "1"
  where ("1"."order_id" operator(pg_catalog.=) $1 and "1"."line_no" operator(pg_catalog.=) $2)
)
select (select pg_catalog.count(*) from w as "1")::pg_catalog.text as n
-- ["5","1"]
