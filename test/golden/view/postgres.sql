select pg_catalog.to_json(array(
  select "0"
  from (
    select "1"."month" as "month", "1"."country" as "country", "1"."orders" as "orders", "1"."revenue" as "revenue", array(
      select "0"
      from (
        select "2"."id" as "id"
        from "public"."customers" as "2"
        where "2"."country" operator(pg_catalog.=) "1"."country"
        order by "2"."id"
        limit 1
      ) "0"
    ) as "customers"
    from "public"."sales" as "1"
    order by "1"."revenue" desc, "1"."month", "1"."country"
    limit 3
  ) "0"
))::pg_catalog.text as "0", pg_catalog.to_json((
  select "0"
  from (
    select "3"."orders" as "orders"
    from "public"."sales" as "3"
    where ("3"."month" operator(pg_catalog.=) $1 and "3"."country" operator(pg_catalog.=) $2)
    limit 1
  ) "0"
))::pg_catalog.text as "1"
-- ["2024-03-01","NL"]
