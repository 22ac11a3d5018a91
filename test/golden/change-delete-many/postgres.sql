-- write 0
with w as (
  delete from "public"."order_details" as "1"
  where exists (
    select 1
    from "public"."orders" as "3"
    where "3"."id" = "1"."order_id" and "3"."id" = $1
  )
  returning "1".*
)
select (select count(*) from w)::text as n, to_json(array(
  select "0"
  from (
    select "2"."line_no" as "line_no"
    from w as "2"
    order by "2"."order_id", "2"."line_no"
    limit 1000
  ) "0"
))::text as v0
-- ["7"]
