select pg_catalog.to_json((
  select "0"
  from (
    select "1"."id" as "id", "1"."reference" as "reference", "1"."status" as "status", "1"."total" as "total", "1"."placed_at" as "placed_at", "1"."shipped_at" at time zone 'UTC' as "shipped_at", "1"."gift" as "gift"
    from "public"."orders" as "1"
    where "1"."id" operator(pg_catalog.=) $1
    limit 1
  ) "0"
))::pg_catalog.text as "0"
-- ["7"]
