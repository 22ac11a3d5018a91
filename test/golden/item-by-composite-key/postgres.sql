select pg_catalog.to_json((
  select "0"
  from (
    select "1"."order_id" as "order_id", "1"."line_no" as "line_no", "1"."quantity" as "quantity", "1"."line_total" as "line_total", (
      select "0"
      from (
        select "2"."name" as "name"
        from "public"."products" as "2"
        where "2"."id" operator(pg_catalog.=) "1"."product_id"
      ) "0"
    ) as "product"
    from "public"."order_details" as "1"
    where ("1"."order_id" operator(pg_catalog.=) $1 and "1"."line_no" operator(pg_catalog.=) $2)
    limit 1
  ) "0"
))::pg_catalog.text as "0", pg_catalog.to_json((
  select "0"
  from (
    select "3"."quantity" as "quantity"
    from "public"."order_details" as "3"
    where ("3"."order_id" operator(pg_catalog.=) $3 and "3"."line_no" operator(pg_catalog.=) $4)
    limit 1
  ) "0"
))::pg_catalog.text as "1"
-- ["3","1","3","999"]
