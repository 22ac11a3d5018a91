select pg_catalog.to_json(array(
  select "0"
  from (
    select "1"."id" as "id", array(
      select "0"
      from (
        select "2"."total" as "total"
        from "public"."orders" as "2"
        where "2"."customer_id" operator(pg_catalog.=) "1"."id"
        order by "2"."total", "2"."id"
        limit 1
      ) "0"
    ) as "cheap", array(
      select "0"
      from (
        select "3"."total" as "total"
        from "public"."orders" as "3"
        where "3"."customer_id" operator(pg_catalog.=) "1"."id"
        order by "3"."total" desc, "3"."id"
        limit 1
      ) "0"
    ) as "dear", "1"."name" as "t", "1"."country" as "select"
    from "public"."customers" as "1"
    order by "1"."id"
    limit 2
  ) "0"
))::pg_catalog.text as "0"
-- []
