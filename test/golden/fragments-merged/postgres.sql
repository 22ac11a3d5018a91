select pg_catalog.to_json(array(
  select "0"
  from (
    select "1"."id" as "id", "1"."status" as "status", (
      select "0"
      from (
        select "2"."country" as "country", "2"."name" as "name", "2"."id" as "id", "2"."city" as "city"
        from "public"."customers" as "2"
        where "2"."id" operator(pg_catalog.=) "1"."customer_id"
      ) "0"
    ) as "customer", 'Order'::pg_catalog.text as "__typename"
    from "public"."orders" as "1"
    order by "1"."id"
    limit 2
  ) "0"
))::pg_catalog.text as "0"
-- []
