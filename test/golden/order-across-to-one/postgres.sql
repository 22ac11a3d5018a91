select pg_catalog.to_json(array(
  select "0"
  from (
    select "1"."id" as "id", (
      select "0"
      from (
        select "2"."last_name" as "last_name"
        from "public"."employees" as "2"
        where "2"."id" operator(pg_catalog.=) "1"."employee_id"
      ) "0"
    ) as "employee", "1"."total" as "total"
    from "public"."orders" as "1"
    order by (
      select "3"."last_name"
      from "public"."employees" as "3"
      where "3"."id" operator(pg_catalog.=) "1"."employee_id"
    ) nulls first, (
      select (
        select "5"."last_name"
        from "public"."employees" as "5"
        where "5"."id" operator(pg_catalog.=) "4"."manager_id"
      )
      from "public"."employees" as "4"
      where "4"."id" operator(pg_catalog.=) "1"."employee_id"
    ) desc, "1"."total" desc, "1"."id"
    limit 3
  ) "0"
))::pg_catalog.text as "0"
-- []
