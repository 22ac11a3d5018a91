select pg_catalog.to_json("0")::pg_catalog.text as v0, pg_catalog.translate(pg_catalog.left(pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(row("1"."id", "1"."reference", "1"."customer_id", "1"."employee_id", "1"."billing_address_id", "1"."shipping_address_id", "1"."status", "1"."priority", "1"."gift", "1"."placed_at", "1"."required_on", "1"."shipped_at", "1"."total", "1"."comment")::pg_catalog.text, 'UTF8')), 'base64'), 22), '+/', '-_') as v1
from "public"."orders" as "1"
cross join lateral (
  select "1"."id" as "id", "1"."total" as "total", (
    select "0"
    from (
      select "2"."name" as "name", (
        select "0"
        from (
          select "3"."last_name" as "last_name"
          from "public"."employees" as "3"
          where "3"."id" operator(pg_catalog.=) "2"."account_manager_id"
        ) "0"
      ) as "accountManager"
      from "public"."customers" as "2"
      where "2"."id" operator(pg_catalog.=) "1"."customer_id"
    ) "0"
  ) as "customer", array(
    select "0"
    from (
      select "4"."line_no" as "line_no", "4"."quantity" as "quantity", (
        select "0"
        from (
          select "5"."name" as "name"
          from "public"."products" as "5"
          where "5"."id" operator(pg_catalog.=) "4"."product_id"
        ) "0"
      ) as "product"
      from "public"."order_details" as "4"
      where "4"."order_id" operator(pg_catalog.=) "1"."id" and "4"."quantity" operator(pg_catalog.>=) $1::pg_catalog.int8
      order by "4"."line_no" desc, "4"."order_id"
      limit 2
    ) "0"
  ) as "orderDetails"
) "0"
where "1"."id" operator(pg_catalog.=) $2
limit 1
-- ["3","5"]
