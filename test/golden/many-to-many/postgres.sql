select pg_catalog.to_json(array(
  select "0"
  from (
    select "1"."id" as "id", array(
      select "0"
      from (
        select "4"."name" as "name", array(
          select "0"
          from (
            select "6"."id" as "id"
            from "public"."products" as "6"
            where exists (
              select 1
              from "public"."product_suppliers" as "7"
              where "7"."supplier_id" operator(pg_catalog.=) "4"."id" and "7"."product_id" operator(pg_catalog.=) "6"."id"
            )
            order by "6"."id"
            limit 1
          ) "0"
        ) as "products"
        from "public"."suppliers" as "4"
        where exists (
          select 1
          from "public"."product_suppliers" as "5"
          where "5"."product_id" operator(pg_catalog.=) "1"."id" and "5"."supplier_id" operator(pg_catalog.=) "4"."id"
        )
        order by "4"."name", "4"."id"
        limit 3
      ) "0"
    ) as "suppliers", array(
      select "0"
      from (
        select "8"."cost" as "cost", "8"."preferred" as "preferred"
        from "public"."product_suppliers" as "8"
        where "8"."product_id" operator(pg_catalog.=) "1"."id"
        order by "8"."product_id", "8"."supplier_id"
        limit 2
      ) "0"
    ) as "productSuppliers"
    from "public"."products" as "1"
    where exists (
      select 1
      from "public"."suppliers" as "2"
      where exists (
        select 1
        from "public"."product_suppliers" as "3"
        where "3"."product_id" operator(pg_catalog.=) "1"."id" and "3"."supplier_id" operator(pg_catalog.=) "2"."id"
      )
    )
    order by "1"."id"
    limit 3
  ) "0"
))::pg_catalog.text as "0"
-- []
