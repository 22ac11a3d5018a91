-- write 0
with w as (
  update "public"."suppliers" as "1"
  set "website" = $1
  where "1"."country" operator(pg_catalog.=) $2
  returning "1".*
)
select (select pg_catalog.count(*) from w as "1")::pg_catalog.text as n, (
  select pg_catalog.json_agg(pg_catalog.json_build_array("1"."id"::pg_catalog.text))::pg_catalog.text
  from w as "1"
) as k
-- [null,"DE"]

-- if write 0 changed a row
select pg_catalog.to_json(array(
  select "0"
  from (
    select "1"."name" as "name", "1"."website" as "website", array(
      select "0"
      from (
        select "2"."name" as "name"
        from "public"."products" as "2"
        where exists (
          select 1
          from "public"."product_suppliers" as "3"
          where "3"."supplier_id" operator(pg_catalog.=) "1"."id" and "3"."product_id" operator(pg_catalog.=) "2"."id"
        )
        order by "2"."id"
        limit 1
      ) "0"
    ) as "products"
    from pg_catalog.json_array_elements($1::pg_catalog.json) with ordinality c(v, n)
    join "public"."suppliers" as "1" on "1"."id" operator(pg_catalog.=) (c.v operator(pg_catalog.->>) 0)::pg_catalog.int4
    order by "1"."id"
    limit 1000
  ) "0"
))::pg_catalog.text as v0
-- ["(id) of write 0"]
