select pg_catalog.to_json(array(
  select "0"
  from (
    select "1"."id" as "id"
    from "public"."customers" as "1"
    where exists (
      select 1
      from "public"."orders" as "2"
      where "2"."customer_id" operator(pg_catalog.=) "1"."id"
    )
    order by "1"."id"
    limit 2
  ) "0"
))::pg_catalog.text as "0"
-- []
