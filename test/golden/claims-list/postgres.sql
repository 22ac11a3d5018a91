select pg_catalog.to_json(array(
  select "0"
  from (
    select "1"."id" as "id", "1"."country" as "country", array(
      select "0"
      from (
        select "2"."id" as "id", "2"."total" as "total"
        from "public"."orders" as "2"
        where "2"."customer_id" operator(pg_catalog.=) "1"."id" and ("2"."total" operator(pg_catalog.>) $1 and "2"."placed_at" operator(pg_catalog.<) $2 and "2"."gift" operator(pg_catalog.=) $3)
        order by "2"."id"
        limit 2
      ) "0"
    ) as "orders"
    from "public"."customers" as "1"
    where ("1"."country" operator(pg_catalog.=) $4 and "1"."id" operator(pg_catalog.>=) $5)
    order by "1"."id"
    limit 2
  ) "0"
))::pg_catalog.text as "0", pg_catalog.to_json(array(
  select "0"
  from (
    select "3"."id" as "id", (
      select "0"
      from (
        select "4"."name" as "name"
        from "public"."customers" as "4"
        where "4"."id" operator(pg_catalog.=) "3"."customer_id" and ("4"."country" operator(pg_catalog.=) $6 and "4"."id" operator(pg_catalog.>=) $7)
      ) "0"
    ) as "customer"
    from "public"."orders" as "3"
    where ("3"."total" operator(pg_catalog.>) $8 and "3"."placed_at" operator(pg_catalog.<) $9 and "3"."gift" operator(pg_catalog.=) $10)
    order by "3"."total" desc, "3"."id"
    limit 2
  ) "0"
))::pg_catalog.text as "1"
-- ["100.50","2024-12-31T00:00:00","false","DK","2","DK","2","100.50","2024-12-31T00:00:00","false"]
