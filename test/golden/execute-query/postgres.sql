select pg_catalog.to_json(array(
  select "0"
  from (
    select "1"."product" as "product", "1"."revenue" as "revenue"
    from "public"."top_products"("country" => $1::pg_catalog.text, "since" => $2::pg_catalog.date, "places" => $3::pg_catalog.int4) as "1"
    limit 1000
  ) "0"
))::pg_catalog.text as "0", pg_catalog.to_json(array(
  select "0"
  from (
    select 'TopProducts'::pg_catalog.text as "__typename", "2"."product_id" as "product_id", "2"."quantity" as "quantity"
    from "public"."top_products"("country" => $4::pg_catalog.text, "places" => $5::pg_catalog.int4) as "2"
    limit 1000
  ) "0"
))::pg_catalog.text as "1"
-- ["NL","2024-01-01","2","NL","5"]
