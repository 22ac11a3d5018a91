-- write 0
with w as (
  update "public"."suppliers" as "1"
  set "website" = $1
  where "1"."country" = $2
  returning "1".*
)
select (select count(*) from w as "1")::text as n, (
  select json_agg(json_build_array("1"."id"::text))::text
  from w as "1"
) as k
-- [null,"DE"]

-- if write 0 changed a row
select to_json(array(
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
          where "3"."supplier_id" = "1"."id" and "3"."product_id" = "2"."id"
        )
        order by "2"."id"
        limit 1
      ) "0"
    ) as "products"
    from json_array_elements($1::json) with ordinality c(v, n)
    join "public"."suppliers" as "1" on "1"."id" = (c.v ->> 0)::int4
    order by "1"."id"
    limit 1000
  ) "0"
))::text as v0
-- ["keys of write 0"]
