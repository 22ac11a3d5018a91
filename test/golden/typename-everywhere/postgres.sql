select to_json(array(
  select "0"
  from (
    select 'Order'::text as "__typename", 'Order'::text as "kind", (
      select "0"
      from (
        select 'Customer'::text as "__typename"
        from "public"."customers" as "2"
        where "2"."id" = "1"."customer_id"
      ) "0"
    ) as "customer", array(
      select "0"
      from (
        select 'OrderDetail'::text as "__typename"
        from "public"."order_details" as "3"
        where "3"."order_id" = "1"."id"
        order by "3"."order_id", "3"."line_no"
        limit 1
      ) "0"
    ) as "orderDetails"
    from "public"."orders" as "1"
    order by "1"."id"
    limit 1
  ) "0"
))::text as "0"
-- []
