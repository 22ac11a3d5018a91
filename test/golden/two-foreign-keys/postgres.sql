select pg_catalog.to_json(array(
  select "0"
  from (
    select "1"."id" as "id", (
      select "0"
      from (
        select "2"."id" as "id", "2"."city" as "city"
        from "public"."addresses" as "2"
        where "2"."id" operator(pg_catalog.=) "1"."billing_address_id"
      ) "0"
    ) as "billingAddress", (
      select "0"
      from (
        select "3"."id" as "id", "3"."city" as "city"
        from "public"."addresses" as "3"
        where "3"."id" operator(pg_catalog.=) "1"."shipping_address_id"
      ) "0"
    ) as "shippingAddress"
    from "public"."orders" as "1"
    order by "1"."id"
    limit 2
  ) "0"
))::pg_catalog.text as "0", pg_catalog.to_json(array(
  select "0"
  from (
    select "4"."id" as "id", array(
      select "0"
      from (
        select "6"."id" as "id"
        from "public"."orders" as "6"
        where "6"."billing_address_id" operator(pg_catalog.=) "4"."id"
        order by "6"."id"
        limit 1
      ) "0"
    ) as "billedOrders", array(
      select "0"
      from (
        select "7"."id" as "id"
        from "public"."orders" as "7"
        where "7"."shipping_address_id" operator(pg_catalog.=) "4"."id"
        order by "7"."id"
        limit 1
      ) "0"
    ) as "shippedOrders"
    from "public"."addresses" as "4"
    where exists (
      select 1
      from "public"."orders" as "5"
      where "5"."billing_address_id" operator(pg_catalog.=) "4"."id"
    )
    order by "4"."id"
    limit 2
  ) "0"
))::pg_catalog.text as "1"
-- []
