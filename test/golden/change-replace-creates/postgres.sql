-- write 0
with w as (
  select 1
  from "public"."order_details" as "1"
  where ("1"."order_id" operator(pg_catalog.=) $1 and "1"."line_no" operator(pg_catalog.=) $2)
)
select (select pg_catalog.count(*) from w as "1")::pg_catalog.text as n
-- ["7","60"]

-- write 1
insert into "public"."order_details" as "1" ("order_id", "line_no", "product_id", "quantity", "unit_price")
values ($1, $2, $3, $4, $5)
on conflict ("order_id", "line_no") do nothing
returning '1' as n
-- ["7","60","3","5","1.25"]

-- if write 1 changed a row
select pg_catalog.to_json((
  select "0"
  from (
    select "1"."order_id" as "order_id", "1"."line_no" as "line_no", "1"."quantity" as "quantity", (
      select "0"
      from (
        select "2"."name" as "name"
        from "public"."products" as "2"
        where "2"."id" operator(pg_catalog.=) "1"."product_id"
      ) "0"
    ) as "product"
    from "public"."order_details" as "1"
    where "1"."order_id" operator(pg_catalog.=) $1 and "1"."line_no" operator(pg_catalog.=) $2
    limit 1
  ) "0"
))::pg_catalog.text as v0
-- ["7","60"]
