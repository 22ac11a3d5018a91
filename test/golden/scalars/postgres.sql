select pg_catalog.to_json(array(
  select "0"
  from (
    select "1"."id" as "id", "1"."sku" as "sku", "1"."price" as "price", "1"."unit_cost" as "unit_cost", "1"."stock" as "stock", "1"."discontinued" as "discontinued", "1"."weight" as "weight", "1"."rating" as "rating", "1"."barcode" as "barcode", "1"."available_from" as "available_from", "1"."pickup_from" as "pickup_from", "1"."created_at" as "created_at", pg_catalog.translate(pg_catalog.encode("1"."thumbnail", 'base64'), E'\n', '') as "thumbnail", "1"."attributes" as "attributes"
    from "public"."products" as "1"
    where "1"."id" operator(pg_catalog.=) any ($1)
    order by "1"."id"
    limit 4
  ) "0"
))::pg_catalog.text as "0", pg_catalog.to_json(array(
  select "0"
  from (
    select "2"."loyalty_points" as "loyalty_points", "2"."credit" as "credit", "2"."external_id" as "external_id", "2"."created_at" as "created_at", "2"."updated_at" at time zone 'UTC' as "updated_at", "2"."birthday" as "birthday"
    from "public"."customers" as "2"
    order by "2"."id"
    limit 2
  ) "0"
))::pg_catalog.text as "1", pg_catalog.to_json(array(
  select "0"
  from (
    select "3"."balance" as "balance", "3"."since" as "since"
    from "public"."suppliers" as "3"
    order by "3"."balance" desc, "3"."id"
    limit 2
  ) "0"
))::pg_catalog.text as "2"
-- ["{\"1\",\"2\",\"3\",\"4\"}"]
