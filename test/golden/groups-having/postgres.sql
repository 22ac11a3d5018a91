select to_json((
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
          select "2"."customer_id" as "f0", count(*) as "a0", sum("2"."total") as "a1"
          from "public"."orders" as "2"
          group by "2"."customer_id"
          having ((count(*) >= $1::integer and (sum("2"."total") > $2::numeric or (max("2"."placed_at") >= $3 and count(distinct "2"."status") >= $4::integer)) and not ((count("2"."shipped_at") = $5::integer and avg("2"."priority") is null))) and sum("2"."total") < $6::numeric)
          order by "f0"
          limit 100
        ) "3"
      ) "0"
    ) as "groupBy"
  ) "0"
))::text as "0", to_json((
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
          select "5"."product_id" as "f0", count(*) as "a0", sum(distinct "5"."quantity")::numeric as "a1"
          from "public"."order_details" as "5"
          group by "5"."product_id"
          having ((lower(min("5"."note")) like lower($7) and avg(distinct "5"."discount") <> $8::numeric) and count(*) = any($9::integer[]) and not (sum(distinct "5"."quantity")::numeric = any($10::numeric[])))
          order by "f0"
          limit 3
        ) "6"
      ) "0"
    ) as "groupBy"
  ) "0"
))::text as "1"
-- ["6","30000","2024-12-20T00:00:00","3","0","60000.5","%a%","0.1","{\"2\",\"3\",\"4\"}","{\"1.5\",\"12\"}"]
