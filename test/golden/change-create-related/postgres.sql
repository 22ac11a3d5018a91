-- write 0
insert into "public"."order_details" as "1" ("order_id", "line_no", "product_id", "quantity", "unit_price")
values ($1, $2, $3, $4, $5)
returning '1' as n, pg_catalog.json_build_array(pg_catalog.json_build_array("1"."order_id"::pg_catalog.text, "1"."line_no"::pg_catalog.text))::pg_catalog.text as k
-- ["7","50","3","2","19.90"]

-- if write 0 changed a row
select pg_catalog.to_json((
  select "0"
  from (
    select "1"."quantity" as "quantity", "1"."discount" as "discount", (
      select "0"
      from (
        select "2"."name" as "name"
        from "public"."products" as "2"
        where "2"."id" operator(pg_catalog.=) "1"."product_id"
      ) "0"
    ) as "product", (
      select "0"
      from (
        select (
          select "0"
          from (
            select (
              select pg_catalog.count(*)
              from "public"."order_details" as "5"
              where "5"."order_id" operator(pg_catalog.=) "3"."id"
            ) as "totalCount"
          ) "0"
        ) as "orderDetails_connection"
        from "public"."orders" as "3"
        where "3"."id" operator(pg_catalog.=) "1"."order_id"
      ) "0"
    ) as "order"
    from pg_catalog.json_array_elements($1::pg_catalog.json) with ordinality c(v, n)
    join "public"."order_details" as "1" on "1"."order_id" operator(pg_catalog.=) (c.v operator(pg_catalog.->>) 0)::pg_catalog.int4 and "1"."line_no" operator(pg_catalog.=) (c.v operator(pg_catalog.->>) 1)::pg_catalog.int4
    limit 1
  ) "0"
))::pg_catalog.text as v0
-- ["(order_id, line_no) of write 0"]
