select pg_catalog.to_json((
  select "0"
  from (
    select array(
      select "0"
      from (
        select (select "0" from (select "3"."f0" as "country") "0") as "fields", (
          select "0"
          from (
            select "3"."a0" as "cities", (select "0" from (select "3"."a1" as "name") "0") as "minimum"
          ) "0"
        ) as "aggregations"
        from (
          select "2"."country" as "f0", pg_catalog.count(distinct "2"."city") as "a0", pg_catalog.min("2"."name") as "a1"
          from "public"."customers" as "2"
          where "2"."country" operator(pg_catalog.=) $1
          group by "2"."country"
          order by "f0"
          limit 100
        ) "3"
      ) "0"
    ) as "groupBy"
  ) "0"
))::pg_catalog.text as "0"
-- ["NL"]
