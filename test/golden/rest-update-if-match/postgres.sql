-- write 0
with w as (
  update "public"."orders" as "1"
  set "status" = $1
  where ("1"."id" = $2 and "1"."status" <> $3 and ('*'::text = any($4::text[]) or translate(left(encode(sha256(convert_to(row("1"."id", "1"."reference", "1"."customer_id", "1"."employee_id", "1"."billing_address_id", "1"."shipping_address_id", "1"."status", "1"."priority", "1"."gift", "1"."placed_at", "1"."required_on", "1"."shipped_at", "1"."total", "1"."comment")::text, 'UTF8')), 'base64'), 22), '+/', '-_') = any($4::text[])))
  returning "1".*
)
select (select count(*) from w)::text as n, (
  select bool_and(("2"."status" <> $5) is true)::text
  from w as "2"
) as ok, v.v0, v.v1
from (select 1) o
left join (
  select to_json("0")::text as v0, translate(left(encode(sha256(convert_to(row("2"."id", "2"."reference", "2"."customer_id", "2"."employee_id", "2"."billing_address_id", "2"."shipping_address_id", "2"."status", "2"."priority", "2"."gift", "2"."placed_at", "2"."required_on", "2"."shipped_at", "2"."total", "2"."comment")::text, 'UTF8')), 'base64'), 22), '+/', '-_') as v1
  from w as "2"
  cross join lateral (select "2"."id" as "id", "2"."status" as "status") "0"
  limit 1
) v on true
-- ["PAID","1","DELIVERED","{\"0000000000000000000000\"}","DELIVERED"]

-- write 1, unless write 0 changed a row
with w as (
  select "1".*
  from "public"."orders" as "1"
  where ("1"."id" = $1 and not (case when "1"."status" <> $2 then true else false end))
)
select (select count(*) from w)::text as n
-- ["1","DELIVERED"]
