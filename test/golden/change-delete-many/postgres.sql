-- write 0
with w as (
  delete from "public"."order_details" as "1"
  where exists (
    select 1
    from "public"."orders" as "2"
    where "2"."id" operator(pg_catalog.=) "1"."order_id" and "2"."id" operator(pg_catalog.=) $1
  )
  returning "1".*
)
select (select pg_catalog.count(*) from w as "1")::pg_catalog.text as n, pg_catalog.to_json(array(
  select "0"
  from (
    select "1"."line_no" as "line_no"
    from w as "1"
    order by "1"."order_id", "1"."line_no"
    limit 1000
  ) "0"
))::pg_catalog.text as v0
-- ["7"]
