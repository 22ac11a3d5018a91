select pg_catalog.to_json((
  select "0"
  from (
    select coalesce(q.i0, '{}') as "items"
    from (
      select pg_catalog.count(*) as n, pg_catalog.array_agg("-1") as i0
      from (
        select "1"."name" as c0_0, "1"."country" as c0_1
        from "public"."customers" as "1"
        where (("1"."name" operator(pg_catalog.<>) $1 and "1"."name" operator(pg_catalog.~~) $2) and "1"."country" operator(pg_catalog.=) any ($3))
        order by "1"."id"
        limit 2
      ) p
      cross join lateral (select p.c0_0 as "name", p.c0_1 as "country") "-1"
    ) q
  ) "0"
))::pg_catalog.text as "0", pg_catalog.to_json((
  select "0"
  from (
    select array(
      select "0"
      from (
        select (select "0" from (select "4"."f0" as "country") "0") as "fields", (select "0" from (select "4"."a0" as "count") "0") as "aggregations"
        from (
          select "3"."country" as "f0", pg_catalog.count(distinct "3"."city") as "a0"
          from "public"."customers" as "3"
          where ("3"."city" operator(pg_catalog.~~) $4 and "3"."country" operator(pg_catalog.=) $5)
          group by "3"."country"
          order by "f0"
          limit 100
        ) "4"
      ) "0"
    ) as "groupBy"
  ) "0"
))::pg_catalog.text as "1"
-- ["Farid Weiß","Fa%","{\"DE\",\"NL\"}","%eipzi%","DE"]
