-- write 0
delete from "public"."order_details" as "1"
where ("1"."order_id" operator(pg_catalog.=) $1 and "1"."line_no" operator(pg_catalog.=) $2)
returning '1' as n, pg_catalog.to_json((
  select "0"
  from (
    select "1"."quantity" as "quantity", (
      select "0"
      from (
        select "2"."id" as "id", (
          select "0"
          from (
            select (
              select pg_catalog.count(*)
              from "public"."order_details" as "4"
              where "4"."order_id" operator(pg_catalog.=) "2"."id"
            ) as "totalCount"
          ) "0"
        ) as "orderDetails_connection"
        from "public"."orders" as "2"
        where "2"."id" operator(pg_catalog.=) "1"."order_id"
      ) "0"
    ) as "order"
  ) "0"
))::pg_catalog.text as v0
-- ["7","1"]
