select m.n, d.h, case when m.h is distinct from d.h then r.v0 end from pg_catalog.jsonb_to_recordset($1::pg_catalog.jsonb) m(n pg_catalog.int4, h pg_catalog.text) left join lateral (
  select s.* from (
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
  ) s offset 0
) r(v0) on true cross join lateral (
  select pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(pg_catalog.array_to_string(array[r.v0], E'\n', 'n'), 'UTF8')), 'base64') as h offset 0
) d
