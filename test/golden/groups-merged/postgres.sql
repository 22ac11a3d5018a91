select to_json((
  select "0"
  from (
    select array(
      select (select json_object_agg(p.k, p.v order by p.n) from (values (0, '__typename', to_json("0"."0")), (1, 'averyveryveryveryveryveryveryveryveryveryveryveryveryverylongresponsekey', to_json("0"."1")), (2, 'aggregations', to_json("0"."2"))) p(n, k, v))
      from (
        select 'OrderGroupBy'::text as "0", (
          select "0"
          from (
            select 'OrderGroupByFields'::text as "t", "3"."f0" as "select", "3"."f0" as "status"
          ) "0"
        ) as "1", (
          select (select json_object_agg(p.k, p.v order by p.n) from (values (0, '__typename', to_json("0"."0")), (1, 'averyveryveryveryveryveryveryveryveryveryveryveryveryverylongresponsekeybut', to_json("0"."1")), (2, 'more', to_json("0"."2"))) p(n, k, v))
          from (
            select 'OrderAggregations'::text as "0", "3"."a0" as "1", "3"."a1" as "2"
          ) "0"
        ) as "2"
        from (
          select "2"."status" as "f0", count(*) as "a0", sum("2"."total") as "a1"
          from "public"."orders" as "2"
          group by "2"."status"
          order by "f0"
          limit 2
        ) "3"
      ) "0"
    ) as "groups"
  ) "0"
))::text as "0"
-- []
