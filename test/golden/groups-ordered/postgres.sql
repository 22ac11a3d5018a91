select pg_catalog.to_json((
  select "0"
  from (
    select array(
      select "0"
      from (
        select (
          select "0"
          from (select "4"."f0" as "country", "4"."f1" as "satisfaction") "0"
        ) as "fields"
        from (
          select "3"."country" as "f0", "3"."satisfaction" as "f1"
          from "public"."customers" as "3"
          group by "3"."country", "3"."satisfaction"
          order by "f1" desc, "f0"
          limit 4
        ) "4"
      ) "0"
    ) as "byRows", array(
      select "0"
      from (
        select (select "0" from (select "6"."f0" as "country") "0") as "fields", (select "0" from (select "6"."a0" as "count") "0") as "aggregations"
        from (
          select "5"."country" as "f0", pg_catalog.count(*) as "a0"
          from "public"."customers" as "5"
          group by "5"."country"
          order by "a0" desc, "f0"
          limit 3
        ) "6"
      ) "0"
    ) as "byCount", array(
      select "0"
      from (
        select (select "0" from (select "8"."f0" as "newsletter") "0") as "fields", (
          select "0"
          from (select "8"."a0" as "count", "8"."a1" as "avg") "0"
        ) as "aggregations"
        from (
          select "7"."newsletter" as "f0", pg_catalog.count("7"."birthday") as "a0", pg_catalog.avg("7"."loyalty_points") as "a1", pg_catalog.count(distinct "7"."country") as "a2", pg_catalog.sum("7"."credit") as "a3"
          from "public"."customers" as "7"
          group by "7"."newsletter"
          order by "a2", "a3" desc nulls last, "f0" desc
          limit $1
        ) "8"
      ) "0"
    ) as "byVariable"
  ) "0"
))::pg_catalog.text as "0"
-- ["10"]
