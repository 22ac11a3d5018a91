select pg_catalog.to_json(array(
  select "0"
  from (
    select "1"."product_id" as "product_id", "1"."product" as "product", "1"."quantity" as "quantity", "1"."revenue" as "revenue"
    from "public"."top_products"("country" => $1::pg_catalog.text, "since" => $2::pg_catalog.date, "places" => $3::pg_catalog.int4) as "1"
    limit 1000
  ) "0"
))::pg_catalog.text as "0"
-- ["NL","2024-01-01","2"]
