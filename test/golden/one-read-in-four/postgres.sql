select pg_catalog.to_json(array(
  select "0"
  from (
    select "1"."name" as "name", array(
      select "0"
      from (
        select "2"."total" as "total"
        from "public"."orders" as "2"
        where "2"."customer_id" operator(pg_catalog.=) "1"."id"
        order by "2"."id"
        limit 3
      ) "0"
    ) as "orders"
    from "public"."customers" as "1"
    where "1"."country" operator(pg_catalog.=) $1
    order by "1"."id"
    limit 2
  ) "0"
))::pg_catalog.text as "0"
-- ["NL"]
