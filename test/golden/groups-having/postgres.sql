select pg_catalog.to_json((
  select "0"
  from (
    select array(
      select "0"
      from (
        select (select "0" from (select "3"."f0" as "customer_id") "0") as "fields", (
          select "0"
          from (select "3"."a0" as "count", "3"."a1" as "sum") "0"
        ) as "aggregations"
        from (
          select "2"."customer_id" as "f0", pg_catalog.count(*) as "a0", pg_catalog.sum("2"."total") as "a1"
          from "public"."orders" as "2"
          group by "2"."customer_id"
          having ((pg_catalog.count(*) operator(pg_catalog.>=) $1::pg_catalog.int4 and (pg_catalog.sum("2"."total") operator(pg_catalog.>) $2::pg_catalog.numeric or (pg_catalog.max("2"."placed_at") operator(pg_catalog.>=) $3 and pg_catalog.count(distinct "2"."status") operator(pg_catalog.>=) $4::pg_catalog.int4)) and not ((pg_catalog.count("2"."shipped_at") operator(pg_catalog.=) $5::pg_catalog.int4 and pg_catalog.avg("2"."priority") is null))) and pg_catalog.sum("2"."total") operator(pg_catalog.<) $6::pg_catalog.numeric)
          order by "f0"
          limit 100
        ) "3"
      ) "0"
    ) as "groupBy"
  ) "0"
))::pg_catalog.text as "0", pg_catalog.to_json((
  select "0"
  from (
    select array(
      select "0"
      from (
        select (select "0" from (select "6"."f0" as "product_id") "0") as "fields", (
          select "0"
          from (select "6"."a0" as "count", "6"."a1" as "quantity") "0"
        ) as "aggregations"
        from (
          select "5"."product_id" as "f0", pg_catalog.count(*) as "a0", pg_catalog.sum(distinct "5"."quantity")::pg_catalog.numeric as "a1"
          from "public"."order_details" as "5"
          group by "5"."product_id"
          having ((pg_catalog.lower(pg_catalog.min("5"."note")) operator(pg_catalog.~~) pg_catalog.lower($7) and pg_catalog.avg(distinct "5"."discount") operator(pg_catalog.<>) $8::pg_catalog.numeric) and pg_catalog.count(*) operator(pg_catalog.=) any ($9::pg_catalog.int4[]) and not (pg_catalog.sum(distinct "5"."quantity")::pg_catalog.numeric operator(pg_catalog.=) any ($10::pg_catalog.numeric[])))
          order by "f0"
          limit 3
        ) "6"
      ) "0"
    ) as "groupBy"
  ) "0"
))::pg_catalog.text as "1"
-- ["6","30000","2024-12-20T00:00:00","3","0","60000.5","%a%","0.1","{\"2\",\"3\",\"4\"}","{\"1.5\",\"12\"}"]
