select pg_catalog.to_json(array(
  select "0"
  from (
    select "1"."id" as "id", "1"."name" as "name", array(
      select "0"
      from (
        select "2"."total" as "total", array(
          select "0"
          from (
            select (
              select "0"
              from (
                select "4"."name" as "name"
                from "public"."products" as "4"
                where "4"."id" operator(pg_catalog.=) "3"."product_id"
              ) "0"
            ) as "product"
            from "public"."order_details" as "3"
            where "3"."order_id" operator(pg_catalog.=) "2"."id"
            order by "3"."order_id", "3"."line_no"
            limit $1
          ) "0"
        ) as "orderDetails"
        from "public"."orders" as "2"
        where "2"."customer_id" operator(pg_catalog.=) "1"."id"
        order by "2"."placed_at" desc, "2"."id"
        limit 1
      ) "0"
    ) as "latest"
    from "public"."customers" as "1"
    where "1"."country" operator(pg_catalog.=) $2
    order by "1"."id"
    limit 2
  ) "0"
))::pg_catalog.text as "0"
-- ["2","DK"]
