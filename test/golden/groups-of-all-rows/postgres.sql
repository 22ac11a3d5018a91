select pg_catalog.to_json((
  select "0"
  from (
    select coalesce(q.i0, '{}') as "items", array(
      select "0"
      from (
        select 'ProductGroupBy'::pg_catalog.text as "__typename", (
          select "0"
          from (
            select "3"."a0" as "count", "3"."a1" as "total", "3"."a2" as "barcodes", "3"."a3" as "unitCost", "3"."a4" as "rating", "3"."a5" as "meanRating"
          ) "0"
        ) as "aggregations"
        from (
          select pg_catalog.count(*) as "a0", pg_catalog.sum("2"."stock")::pg_catalog.numeric as "a1", pg_catalog.sum("2"."barcode")::pg_catalog.numeric as "a2", pg_catalog.sum("2"."unit_cost") as "a3", (pg_catalog.max("2"."rating") operator(pg_catalog.+) 0::pg_catalog.float4) as "a4", (pg_catalog.sum("2"."rating"::pg_catalog.float8 order by "2"."rating"::pg_catalog.float8) operator(pg_catalog./) pg_catalog.count("2"."rating")) as "a5"
          from "public"."products" as "2"
          limit 100
        ) "3"
      ) "0"
    ) as "groupBy", array(
      select "0"
      from (
        select (
          select "0"
          from (
            select 'ProductGroupByFields'::pg_catalog.text as "__typename"
          ) "0"
        ) as "fields"
        from (
          select pg_catalog.count(*) as "a0"
          from "public"."products" as "4"
          limit 100
        ) "5"
      ) "0"
    ) as "empty"
    from (
      select pg_catalog.count(*) as n, pg_catalog.array_agg("-1") as i0
      from (
        select "1"."id" as c0_0
        from "public"."products" as "1"
        order by "1"."id"
        limit 1
      ) p
      cross join lateral (select p.c0_0 as "id") "-1"
    ) q
  ) "0"
))::pg_catalog.text as "0", pg_catalog.to_json((
  select "0"
  from (
    select array(
      select "0"
      from (
        select (
          select "0"
          from (
            select "8"."a0" as "count", "8"."a1" as "sum", (select "0" from (select "8"."a2" as "name") "0") as "maximum"
          ) "0"
        ) as "aggregations"
        from (
          select pg_catalog.count(*) as "a0", pg_catalog.sum("7"."price") as "a1", pg_catalog.max("7"."name") as "a2"
          from "public"."products" as "7"
          where "7"."id" operator(pg_catalog.<) $1
          limit 100
        ) "8"
      ) "0"
    ) as "groupBy", array(
      select "0"
      from (
        select (select "0" from (select "10"."f0" as "category_id") "0") as "fields"
        from (
          select "9"."category_id" as "f0"
          from "public"."products" as "9"
          where "9"."id" operator(pg_catalog.<) $1
          group by "9"."category_id"
          order by "f0"
          limit 100
        ) "10"
      ) "0"
    ) as "grouped", array(
      select "0"
      from (
        select (select "0" from (select "12"."a0" as "count") "0") as "aggregations"
        from (
          select pg_catalog.count(*) as "a0"
          from "public"."products" as "11"
          where "11"."id" operator(pg_catalog.<) $1
          having pg_catalog.count(*) operator(pg_catalog.>) $2::pg_catalog.int4
          limit 100
        ) "12"
      ) "0"
    ) as "hidden"
  ) "0"
))::pg_catalog.text as "1"
-- ["0","0"]
