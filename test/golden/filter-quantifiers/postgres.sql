select to_json(array(
  select "0"
  from (
    select "1"."id" as "id"
    from "public"."customers" as "1"
    where not exists (
      select 1
      from "public"."orders" as "2"
      where "2"."customer_id" = "1"."id"
    )
    order by "1"."id"
    limit 2
  ) "0"
))::text as "0", to_json(array(
  select "0"
  from (
    select "3"."id" as "id"
    from "public"."customers" as "3"
    where (not exists (
      select 1
      from "public"."orders" as "4"
      where "4"."customer_id" = "3"."id" and ("4"."total" > $1) is not true
    ) and exists (
      select 1
      from "public"."orders" as "5"
      where "5"."customer_id" = "3"."id"
    ))
    order by "3"."id"
    limit 2
  ) "0"
))::text as "1", to_json(array(
  select "0"
  from (
    select "6"."id" as "id"
    from "public"."customers" as "6"
    where exists (
      select 1
      from "public"."orders" as "7"
      where "7"."customer_id" = "6"."id" and ("7"."total" > $2 and not exists (
        select 1
        from "public"."order_details" as "8"
        where "8"."order_id" = "7"."id" and "8"."quantity" > $3
      ))
    )
    order by "6"."id"
    limit 2
  ) "0"
))::text as "2", to_json(array(
  select "0"
  from (
    select "9"."id" as "id"
    from "public"."products" as "9"
    where exists (
      select 1
      from "public"."suppliers" as "10"
      where exists (
        select 1
        from "public"."product_suppliers" as "11"
        where "11"."product_id" = "9"."id" and "11"."supplier_id" = "10"."id"
      ) and "10"."country" = $4
    )
    order by "9"."id"
    limit 2
  ) "0"
))::text as "3"
-- ["100","500","5","DE"]
