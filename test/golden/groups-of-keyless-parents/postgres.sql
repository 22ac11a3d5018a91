select pg_catalog.to_json(array(
  select "0"
  from (
    select "1"."name" as "name", (
      select "0"
      from (
        select array(
          select "0"
          from (
            select (select "0" from (select "5"."f0" as "discontinued") "0") as "fields", (
              select "0"
              from (select "5"."a0" as "count", "5"."a1" as "max") "0"
            ) as "aggregations"
            from (
              select "4"."discontinued" as "f0", pg_catalog.count(*) as "a0", pg_catalog.round(pg_catalog.max("4"."price"), coalesce(pg_catalog.max(pg_catalog.scale("4"."price")), 0)) as "a1"
              from "public"."products" as "4"
              where exists (
                select 1
                from "public"."product_suppliers" as "6"
                where "6"."supplier_id" operator(pg_catalog.=) "1"."id" and "6"."product_id" operator(pg_catalog.=) "4"."id"
              ) and "4"."price" operator(pg_catalog.>) $1
              group by "4"."discontinued"
              order by "a1" desc, "f0"
              limit 100
            ) "5"
          ) "0"
        ) as "groupBy"
      ) "0"
    ) as "products_connection"
    from "public"."suppliers" as "1"
    order by "1"."name"
    limit 3
  ) "0"
))::pg_catalog.text as "0"
-- ["10"]
