-- write 0
update "public"."orders" as "1"
set "status" = $1
where ("1"."id" = $2 and "1"."status" <> $3 and ('*'::text = any($4::text[]) or translate(left(encode(sha256(convert_to(row("1"."id", "1"."reference", "1"."customer_id", "1"."employee_id", "1"."billing_address_id", "1"."shipping_address_id", "1"."status", "1"."priority", "1"."gift", "1"."placed_at", "1"."required_on", "1"."shipped_at", "1"."total", "1"."comment")::text, 'UTF8')), 'base64'), 22), '+/', '-_') = any($4::text[])))
returning (select case when "1"."status" <> $5 then '1' else $6 end)::int as n, to_json((
  select "0"
  from (select "1"."id" as "id", "1"."status" as "status") "0"
))::text as v0, translate(left(encode(sha256(convert_to(row("1"."id", "1"."reference", "1"."customer_id", "1"."employee_id", "1"."billing_address_id", "1"."shipping_address_id", "1"."status", "1"."priority", "1"."gift", "1"."placed_at", "1"."required_on", "1"."shipped_at", "1"."total", "1"."comment")::text, 'UTF8')), 'base64'), 22), '+/', '-_') as v1
-- ["PAID","1","DELIVERED","{\"0000000000000000000000\"}","DELIVERED","sentinel of onCheckFailed"]

-- write 1, unless write 0 changed a row
with w as (
  select 1
  from "public"."orders" as "1"
  where ("1"."id" = $1 and not (case when "1"."status" <> $2 then true else false end))
)
select (select count(*) from w as "1")::text as n
-- ["1","DELIVERED"]
