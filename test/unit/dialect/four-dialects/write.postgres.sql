insert into "public"."customers" as "1" ("name", "email", "country", "created_at")
values ($1, $2, $3, $4)
returning '1' as n, pg_catalog.json_build_array(pg_catalog.json_build_array("1"."id"::pg_catalog.text))::pg_catalog.text as k;

insert into "public"."orders" as "1" ("reference", "placed_at", "billing_address_id", "customer_id")
values ($1, $2, $3, $4)
returning (
  select case when "1"."status" operator(pg_catalog.<>) $5 then '1' else $6 end
)::pg_catalog.int4 as n, pg_catalog.json_build_array(pg_catalog.json_build_array("1"."id"::pg_catalog.text))::pg_catalog.text as k;

insert into "public"."order_details" as "1" ("line_no", "product_id", "quantity", "unit_price", "order_id")
values ($1, $2, $3, $4, $5)
returning '1' as n;

select pg_catalog.to_json((
  select "0"
  from (
    select "1"."reference" as "reference", (
      select "0"
      from (
        select "2"."name" as "name"
        from "public"."customers" as "2"
        where "2"."id" operator(pg_catalog.=) "1"."customer_id"
      ) "0"
    ) as "customer"
    from pg_catalog.json_array_elements($1::pg_catalog.json) with ordinality c(v, n)
    join "public"."orders" as "1" on "1"."id" operator(pg_catalog.=) (c.v operator(pg_catalog.->>) 0)::pg_catalog.int4
    limit 1
  ) "0"
))::pg_catalog.text as v0
