select pg_catalog.to_json(array(
  select "0"
  from (
    select "1"."id" as "id", array(
      select "0"
      from (
        select "2"."id" as "id", "2"."total" as "total", array(
          select "0"
          from (
            select "3"."line_no" as "line_no", (
              select "0"
              from (
                select "4"."name" as "name", (
                  select "0"
                  from (
                    select "5"."name" as "name", (
                      select "0"
                      from (
                        select "6"."name" as "name"
                        from "public"."categories" as "6"
                        where "6"."id" operator(pg_catalog.=) "5"."parent_id"
                      ) "0"
                    ) as "parent"
                    from "public"."categories" as "5"
                    where "5"."id" operator(pg_catalog.=) "4"."category_id"
                  ) "0"
                ) as "category"
                from "public"."products" as "4"
                where "4"."id" operator(pg_catalog.=) "3"."product_id"
              ) "0"
            ) as "product"
            from "public"."order_details" as "3"
            where "3"."order_id" operator(pg_catalog.=) "2"."id"
            order by "3"."order_id", "3"."line_no"
            limit 2
          ) "0"
        ) as "orderDetails"
        from "public"."orders" as "2"
        where "2"."customer_id" operator(pg_catalog.=) "1"."id"
        order by "2"."total" desc, "2"."id"
        limit 2
      ) "0"
    ) as "orders"
    from "public"."customers" as "1"
    where "1"."country" operator(pg_catalog.=) $1
    order by "1"."id"
    limit 2
  ) "0"
))::pg_catalog.text as "0", pg_catalog.to_json(array(
  select "0"
  from (
    select "7"."last_name" as "last_name", array(
      select "0"
      from (
        select "8"."last_name" as "last_name"
        from "public"."employees" as "8"
        where "8"."manager_id" operator(pg_catalog.=) "7"."id"
        order by "8"."id"
        limit 2
      ) "0"
    ) as "reports"
    from "public"."employees" as "7"
    where "7"."manager_id" is null
    order by "7"."id"
    limit 2
  ) "0"
))::pg_catalog.text as "1"
-- ["NL"]
