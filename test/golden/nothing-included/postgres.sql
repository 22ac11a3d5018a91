select pg_catalog.to_json(array(
  select "0"
  from (
    select (
      select "0"
      from (
        select 
        from "public"."customers" as "2"
        where "2"."id" operator(pg_catalog.=) "1"."customer_id"
      ) "0"
    ) as "customer", array(
      select "0"
      from (
        select 
        from "public"."order_details" as "3"
        where "3"."order_id" operator(pg_catalog.=) "1"."id"
        order by "3"."order_id", "3"."line_no"
        limit 1
      ) "0"
    ) as "lines", (
      select "0"
      from (
        select coalesce(q.i0, '{}') as "items", (
          select pg_catalog.count(*)
          from "public"."order_details" as "5"
          where "5"."order_id" operator(pg_catalog.=) "1"."id"
        ) as "totalCount"
        from (
          select pg_catalog.count(*) as n, pg_catalog.array_agg("-1") as i0
          from (
            select 1 as one
            from "public"."order_details" as "4"
            where "4"."order_id" operator(pg_catalog.=) "1"."id"
            order by "4"."order_id", "4"."line_no"
            limit 1
          ) p
          cross join lateral (select ) "-1"
        ) q
      ) "0"
    ) as "details", (select "0" from (select ) "0") as "empty"
    from "public"."orders" as "1"
    order by "1"."id"
    limit 2
  ) "0"
))::pg_catalog.text as "0", pg_catalog.to_json((
  select "0"
  from (
    select 
    from "public"."orders" as "7"
    where "7"."id" operator(pg_catalog.=) $1
    limit 1
  ) "0"
))::pg_catalog.text as "1", pg_catalog.to_json((
  select "0"
  from (
    select array(
      select "0"
      from (
        select (select "0" from (select ) "0") as "fields", (
          select "0"
          from (select (select "0" from (select ) "0") as "minimum") "0"
        ) as "aggregations"
        from (
          select "9"."gift" as "f0"
          from "public"."orders" as "9"
          group by "9"."gift"
          order by "f0"
          limit 100
        ) "10"
      ) "0"
    ) as "status", array(
      select "0"
      from (
        select (select "0" from (select ) "0") as "aggregations"
        from (
          select pg_catalog.count(*) as "a0"
          from "public"."orders" as "11"
          limit 1
        ) "12"
      ) "0"
    ) as "all", array(
      select "0"
      from (
        select 
        from (
          select "13"."gift" as "f0"
          from "public"."orders" as "13"
          group by "13"."gift"
          order by "f0"
          limit 100
        ) "14"
      ) "0"
    ) as "groupBy"
  ) "0"
))::pg_catalog.text as "2"
-- ["1"]
