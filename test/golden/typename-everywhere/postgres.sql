select pg_catalog.to_json(array(
  select "0"
  from (
    select 'Order'::pg_catalog.text as "__typename", 'Order'::pg_catalog.text as "kind", (
      select "0"
      from (
        select 'Customer'::pg_catalog.text as "__typename"
        from "public"."customers" as "2"
        where "2"."id" operator(pg_catalog.=) "1"."customer_id"
      ) "0"
    ) as "customer", array(
      select "0"
      from (
        select 'OrderDetail'::pg_catalog.text as "__typename"
        from "public"."order_details" as "3"
        where "3"."order_id" operator(pg_catalog.=) "1"."id"
        order by "3"."order_id", "3"."line_no"
        limit 1
      ) "0"
    ) as "orderDetails"
    from "public"."orders" as "1"
    order by "1"."id"
    limit 1
  ) "0"
))::pg_catalog.text as "0"
-- []
