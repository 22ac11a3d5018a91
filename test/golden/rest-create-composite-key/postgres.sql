-- write 0
insert into "public"."order_details" as "1" ("order_id", "line_no", "product_id", "quantity", "unit_price")
values ($1, $2, $3, $4, $5)
returning '1' as n, pg_catalog.to_json((
  select "0"
  from (
    select "1"."order_id" as "order_id", "1"."line_no" as "line_no", "1"."product_id" as "product_id", "1"."quantity" as "quantity", "1"."unit_price" as "unit_price", "1"."discount" as "discount", "1"."line_total" as "line_total", "1"."note" as "note"
  ) "0"
))::pg_catalog.text as v0, pg_catalog.translate(pg_catalog.left(pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(row("1"."order_id", "1"."line_no", "1"."product_id", "1"."quantity", "1"."unit_price", "1"."discount", "1"."line_total", "1"."note")::pg_catalog.text, 'UTF8')), 'base64'), 22), '+/', '-_') as v1, pg_catalog.to_json("1"."order_id") operator(pg_catalog.#>>) '{}' as v2, pg_catalog.to_json("1"."line_no") operator(pg_catalog.#>>) '{}' as v3
-- ["5","99","1","2","10"]
