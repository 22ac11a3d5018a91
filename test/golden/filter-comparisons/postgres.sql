select pg_catalog.to_json(array(
  select "0"
  from (
    select "1"."id" as "id", "1"."total" as "total", "1"."status" as "status", "1"."placed_at" as "placed_at"
    from "public"."orders" as "1"
    where (("1"."total" operator(pg_catalog.>=) $1 and "1"."total" operator(pg_catalog.<) $2) and "1"."status" operator(pg_catalog.=) any ($3) and "1"."gift" operator(pg_catalog.<>) $4 and "1"."placed_at" operator(pg_catalog.>) $5)
    order by "1"."id"
    limit 5
  ) "0"
))::pg_catalog.text as "0"
-- ["100","250.5","{\"SHIPPED\",\"PAID\"}","true","2019-12-31T22:00:00"]
