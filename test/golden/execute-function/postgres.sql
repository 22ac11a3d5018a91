-- write 0
select pg_catalog.to_json(array(
  select "0"
  from (
    select "1"."id" as "id", "1"."customer_id" as "customer_id", "1"."status" as "status", "1"."total" as "total", "1"."comment" as "comment"
    from "public"."place_order"("customer_id" => $1::pg_catalog.int4, "product_ids" => $2::pg_catalog.int4[], "quantities" => $3::pg_catalog.int4[], "comment" => null::pg_catalog.text) as "1"
    where not (row("1".*) is null)
  ) "0"
))::pg_catalog.text as v0
-- ["3","{\"1\",\"2\"}","{\"1\",\"2\"}"]
