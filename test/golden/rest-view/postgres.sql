select pg_catalog.to_json("0")::pg_catalog.text as v0, pg_catalog.translate(pg_catalog.left(pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(row("1"."month", "1"."country", "1"."orders", "1"."quantity", "1"."revenue")::pg_catalog.text, 'UTF8')), 'base64'), 22), '+/', '-_') as v1
from "public"."sales" as "1"
cross join lateral (
  select "1"."month" as "month", "1"."country" as "country", "1"."orders" as "orders", "1"."quantity" as "quantity", "1"."revenue" as "revenue", array(
    select "0"
    from (
      select "2"."name" as "name"
      from "public"."customers" as "2"
      where "2"."country" operator(pg_catalog.=) "1"."country"
      order by "2"."id"
      limit 2
    ) "0"
  ) as "customers"
) "0"
where ("1"."month" operator(pg_catalog.=) $1 and "1"."country" operator(pg_catalog.=) $2)
limit 1
-- ["2023-01-01","NL"]
