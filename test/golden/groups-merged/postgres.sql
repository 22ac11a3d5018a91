select pg_catalog.to_json((
  select "0"
  from (
    select array(
      select (select pg_catalog.json_object_agg(p.k, p.v order by p.n) from (values (0, '__typename', pg_catalog.to_json("0"."0")), (1, 'averyveryveryveryveryveryveryveryveryveryveryveryveryverylongresponsekey', pg_catalog.to_json("0"."1")), (2, 'aggregations', pg_catalog.to_json("0"."2"))) p(n, k, v))
      from (
        select 'OrderGroupBy'::pg_catalog.text as "0", (
          select "0"
          from (
            select 'OrderGroupByFields'::pg_catalog.text as "t", "3"."f0" as "select", "3"."f0" as "status"
          ) "0"
        ) as "1", (
          select (select pg_catalog.json_object_agg(p.k, p.v order by p.n) from (values (0, '__typename', pg_catalog.to_json("0"."0")), (1, 'averyveryveryveryveryveryveryveryveryveryveryveryveryverylongresponsekeybut', pg_catalog.to_json("0"."1")), (2, 'more', pg_catalog.to_json("0"."2"))) p(n, k, v))
          from (
            select 'OrderAggregations'::pg_catalog.text as "0", "3"."a0" as "1", "3"."a1" as "2"
          ) "0"
        ) as "2"
        from (
          select "2"."status" as "f0", pg_catalog.count(*) as "a0", pg_catalog.sum("2"."total") as "a1"
          from "public"."orders" as "2"
          group by "2"."status"
          order by "f0"
          limit 2
        ) "3"
      ) "0"
    ) as "groups"
  ) "0"
))::pg_catalog.text as "0"
-- []
