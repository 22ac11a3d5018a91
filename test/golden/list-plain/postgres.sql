select pg_catalog.to_json(array(
  select "0"
  from (
    select "1"."id" as "id", "1"."name" as "name", "1"."parent_id" as "parent_id"
    from "public"."categories" as "1"
    order by "1"."id"
    limit 100
  ) "0"
))::pg_catalog.text as "0"
-- []
