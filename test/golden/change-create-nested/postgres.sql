-- write 0
insert into "public"."customers" as "1" ("name", "email", "country", "created_at")
values ($1, $2, $3, $4)
returning '1' as n, pg_catalog.json_build_array(pg_catalog.json_build_array("1"."id"::pg_catalog.text))::pg_catalog.text as k
-- ["Ada","ada@example.com","NL","2026-01-01T00:00:00"]

-- write 1
insert into "public"."orders" as "1" ("reference", "placed_at", "billing_address_id", "customer_id")
values ($1, $2, $3, $4)
returning '1' as n, pg_catalog.json_build_array(pg_catalog.json_build_array("1"."id"::pg_catalog.text))::pg_catalog.text as k
-- ["N-1","2026-01-02T03:04:05","1","id of write 0"]

-- write 2
with w as (
  insert into "public"."order_details" ("line_no", "product_id", "quantity", "unit_price", "order_id", "discount")
  values ($1, $2, $3, $4, $5, default), ($6, $7, $8, $9, $5, $10)
  returning 1
)
select (select pg_catalog.count(*) from w as "1")::pg_catalog.text as n
-- ["1","3","2","9.95","id of write 1","2","4","1","20","0.125"]

-- if write 1 changed a row
select pg_catalog.to_json((
  select "0"
  from (
    select "1"."reference" as "reference", "1"."status" as "status", "1"."total" as "total", (
      select "0"
      from (
        select "2"."name" as "name", "2"."country" as "country"
        from "public"."customers" as "2"
        where "2"."id" operator(pg_catalog.=) "1"."customer_id"
      ) "0"
    ) as "customer", array(
      select "0"
      from (
        select "3"."line_no" as "line_no", "3"."quantity" as "quantity", "3"."discount" as "discount", (
          select "0"
          from (
            select "4"."name" as "name"
            from "public"."products" as "4"
            where "4"."id" operator(pg_catalog.=) "3"."product_id"
          ) "0"
        ) as "product"
        from "public"."order_details" as "3"
        where "3"."order_id" operator(pg_catalog.=) "1"."id"
        order by "3"."line_no" desc, "3"."order_id"
        limit 100
      ) "0"
    ) as "orderDetails"
    from pg_catalog.json_array_elements($1::pg_catalog.json) with ordinality c(v, n)
    join "public"."orders" as "1" on "1"."id" operator(pg_catalog.=) (c.v operator(pg_catalog.->>) 0)::pg_catalog.int4
    limit 1
  ) "0"
))::pg_catalog.text as v0
-- ["(id) of write 1"]
