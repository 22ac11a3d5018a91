-- write 0
update "public"."products" as "1"
set "price" = $1, "weight" = $2
where "1"."id" operator(pg_catalog.=) $3
returning '1' as n, pg_catalog.to_json((
  select "0"
  from (
    select "1"."id" as "id", "1"."price" as "price", "1"."weight" as "weight"
  ) "0"
))::pg_catalog.text as v0, pg_catalog.translate(pg_catalog.left(pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(row("1"."id", "1"."sku", "1"."name", "1"."description", "1"."category_id", "1"."price", "1"."unit_cost", "1"."stock", "1"."discontinued", "1"."weight", "1"."rating", "1"."barcode", "1"."tags", "1"."monthly_sales", "1"."attributes", "1"."thumbnail", "1"."available_from", "1"."pickup_from", "1"."warranty", "1"."created_at")::pg_catalog.text, 'UTF8')), 'base64'), 22), '+/', '-_') as v1
-- ["99.95","1.5","1"]
