select pg_catalog.to_json(array(
  select "0"
  from (
    select "1"."id" as "id"
    from "public"."orders" as "1"
    where exists (
      select 1
      from "public"."employees" as "2"
      where "2"."id" operator(pg_catalog.=) "1"."employee_id" and "2"."active" operator(pg_catalog.=) $1
    )
    order by "1"."id"
    limit 2
  ) "0"
))::pg_catalog.text as "0", pg_catalog.to_json(array(
  select "0"
  from (
    select "3"."id" as "id"
    from "public"."orders" as "3"
    where not (exists (
      select 1
      from "public"."addresses" as "4"
      where "4"."id" operator(pg_catalog.=) "3"."shipping_address_id" and "4"."country" operator(pg_catalog.=) $2
    ))
    order by "3"."id"
    limit 2
  ) "0"
))::pg_catalog.text as "1", pg_catalog.to_json(array(
  select "0"
  from (
    select "5"."id" as "id"
    from "public"."orders" as "5"
    order by "5"."id"
    limit 2
  ) "0"
))::pg_catalog.text as "2"
-- ["false","NL"]
