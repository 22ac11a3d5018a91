select pg_catalog.to_json(array(
  select "0"
  from (
    select "1"."id" as "id"
    from "public"."orders" as "1"
    order by "1"."id"
    limit 3
    offset 5
  ) "0"
))::pg_catalog.text as "0"
-- []
