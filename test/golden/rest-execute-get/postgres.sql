select to_json(array(
  select "0"
  from (
    select "1"."product_id" as "product_id", "1"."product" as "product", "1"."quantity" as "quantity", "1"."revenue" as "revenue"
    from "public"."top_products"("country" => $1::text, "since" => $2::date, "places" => $3::int4) as "1"
    limit 1000
  ) "0"
))::text as "0"
-- ["NL","2024-01-01","2"]
