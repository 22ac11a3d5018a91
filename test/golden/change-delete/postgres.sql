-- write 0
with w as (
  delete from "public"."order_details" as "1"
  where ("1"."order_id" = $1 and "1"."line_no" = $2)
  returning "1".*
)
select (select count(*) from w)::text as n, to_json((
  select "0"
  from (
    select "2"."quantity" as "quantity", (
      select "0"
      from (
        select "3"."id" as "id", (
          select "0"
          from (
            select (
              select count(*)
              from "public"."order_details" as "5"
              where "5"."order_id" = "3"."id"
            ) as "totalCount"
          ) "0"
        ) as "orderDetails_connection"
        from "public"."orders" as "3"
        where "3"."id" = "2"."order_id"
      ) "0"
    ) as "order"
    from w as "2"
    limit 1
  ) "0"
))::text as v0
-- ["7","1"]
