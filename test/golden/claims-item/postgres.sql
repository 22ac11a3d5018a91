select pg_catalog.to_json((
  select "0"
  from (
    select "1"."name" as "name", array(
      select "0"
      from (
        select "2"."total" as "total", "2"."placed_at" as "placed_at"
        from "public"."orders" as "2"
        where "2"."customer_id" operator(pg_catalog.=) "1"."id" and ("2"."total" operator(pg_catalog.>) $1 and "2"."placed_at" operator(pg_catalog.<) $2 and "2"."gift" operator(pg_catalog.=) $3)
        order by "2"."id"
        limit 1
      ) "0"
    ) as "orders"
    from "public"."customers" as "1"
    where ("1"."country" operator(pg_catalog.=) $4 and "1"."id" operator(pg_catalog.>=) $5) and "1"."id" operator(pg_catalog.=) $6
    limit 1
  ) "0"
))::pg_catalog.text as "0"
-- ["100.50","2024-12-31T00:00:00","false","DK","2","2"]
