select pg_catalog.to_json(array(
  select "0"
  from (
    select "1"."name" as "name", (
      select "0"
      from (
        select array(
          select "0"
          from (
            select (select "0" from (select "5"."f0" as "country") "0") as "fields", (select "0" from (select "5"."a0" as "count") "0") as "aggregations"
            from (
              select "4"."country" as "f0", pg_catalog.count(*) as "a0"
              from "public"."customers" as "4"
              where exists (
                select 1
                from "public"."sales" as "6"
                where "6"."country" operator(pg_catalog.=) "1"."country" and "6"."country" operator(pg_catalog.=) "4"."country"
              )
              group by "4"."country"
              order by "a0" desc, "f0"
              limit 100
            ) "5"
          ) "0"
        ) as "groupBy"
      ) "0"
    ) as "customers_connection"
    from "public"."suppliers" as "1"
    order by "1"."name"
    limit 3
  ) "0"
))::pg_catalog.text as "0"
-- []
