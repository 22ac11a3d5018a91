select pg_catalog.to_json(array(
  select "0"
  from (
    select "1"."id" as "id"
    from "public"."customers" as "1"
    where "1"."country" operator(pg_catalog.=) $1
    order by "1"."id"
    limit 100
  ) "0"
))::pg_catalog.text as "0"
-- ["XX"]
