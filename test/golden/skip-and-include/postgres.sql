select pg_catalog.to_json(array(
  select "0"
  from (
    select "1"."id" as "id", (
      select "0"
      from (
        select "2"."name" as "name"
        from "public"."customers" as "2"
        where "2"."id" operator(pg_catalog.=) "1"."customer_id"
      ) "0"
    ) as "customer"
    from "public"."orders" as "1"
    order by "1"."id"
    limit 1
  ) "0"
))::pg_catalog.text as "0"
-- []
