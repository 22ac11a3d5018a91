select to_json(array(
  select "0"
  from (
    select "1"."id" as "id"
    from "public"."orders" as "1"
    where exists (
      select 1
      from "public"."employees" as "2"
      where "2"."id" = "1"."employee_id" and "2"."active" = $1
    )
    order by "1"."id"
    limit 2
  ) "0"
))::text as "0", to_json(array(
  select "0"
  from (
    select "3"."id" as "id"
    from "public"."orders" as "3"
    where not (exists (
      select 1
      from "public"."addresses" as "4"
      where "4"."id" = "3"."shipping_address_id" and "4"."country" = $2
    ))
    order by "3"."id"
    limit 2
  ) "0"
))::text as "1", to_json(array(
  select "0"
  from (
    select "5"."id" as "id"
    from "public"."orders" as "5"
    order by "5"."id"
    limit 2
  ) "0"
))::text as "2"
-- ["false","NL"]
