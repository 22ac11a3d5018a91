select pg_catalog.to_json(array(
  select "0"
  from (
    select "1"."id" as "id"
    from "public"."customers" as "1"
    where not exists (
      select 1
      from "public"."orders" as "2"
      where "2"."customer_id" operator(pg_catalog.=) "1"."id"
    )
    order by "1"."id"
    limit 2
  ) "0"
))::pg_catalog.text as "0", pg_catalog.to_json(array(
  select "0"
  from (
    select "3"."id" as "id"
    from "public"."customers" as "3"
    where (not exists (
      select 1
      from "public"."orders" as "4"
      where "4"."customer_id" operator(pg_catalog.=) "3"."id" and ("4"."total" operator(pg_catalog.>) $1) is not true
    ) and exists (
      select 1
      from "public"."orders" as "5"
      where "5"."customer_id" operator(pg_catalog.=) "3"."id"
    ))
    order by "3"."id"
    limit 2
  ) "0"
))::pg_catalog.text as "1", pg_catalog.to_json(array(
  select "0"
  from (
    select "6"."id" as "id"
    from "public"."customers" as "6"
    where exists (
      select 1
      from "public"."orders" as "7"
      where "7"."customer_id" operator(pg_catalog.=) "6"."id" and ("7"."total" operator(pg_catalog.>) $2 and not exists (
        select 1
        from "public"."order_details" as "8"
        where "8"."order_id" operator(pg_catalog.=) "7"."id" and "8"."quantity" operator(pg_catalog.>) $3
      ))
    )
    order by "6"."id"
    limit 2
  ) "0"
))::pg_catalog.text as "2", pg_catalog.to_json(array(
  select "0"
  from (
    select "9"."id" as "id"
    from "public"."products" as "9"
    where exists (
      select 1
      from "public"."suppliers" as "10"
      where exists (
        select 1
        from "public"."product_suppliers" as "11"
        where "11"."product_id" operator(pg_catalog.=) "9"."id" and "11"."supplier_id" operator(pg_catalog.=) "10"."id"
      ) and "10"."country" operator(pg_catalog.=) $4
    )
    order by "9"."id"
    limit 2
  ) "0"
))::pg_catalog.text as "3"
-- ["100","500","5","DE"]
