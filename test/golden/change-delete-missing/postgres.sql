-- write 0
with w as (
  delete from "public"."order_details" as "1"
  where ("1"."order_id" = $1 and "1"."line_no" = $2)
  returning "1".*
)
select (select count(*) from w)::text as n, to_json((
  select "0"
  from (select "2"."quantity" as "quantity" from w as "2" limit 1) "0"
))::text as v0
-- ["7","99"]
