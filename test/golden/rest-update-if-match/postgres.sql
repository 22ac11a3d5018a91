-- write 0
update "public"."orders" as "1"
set "status" = $1
where ("1"."id" operator(pg_catalog.=) $2 and "1"."status" operator(pg_catalog.<>) $3 and ('*'::pg_catalog.text operator(pg_catalog.=) any ($4::pg_catalog.text[]) or pg_catalog.translate(pg_catalog.left(pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(row("1"."id", "1"."reference", "1"."customer_id", "1"."employee_id", "1"."billing_address_id", "1"."shipping_address_id", "1"."status", "1"."priority", "1"."gift", "1"."placed_at", "1"."required_on", "1"."shipped_at", "1"."total", "1"."comment")::pg_catalog.text, 'UTF8')), 'base64'), 22), '+/', '-_') operator(pg_catalog.=) any ($4::pg_catalog.text[])))
returning (
  select case when "1"."status" operator(pg_catalog.<>) $5 then '1' else $6 end
)::pg_catalog.int4 as n, pg_catalog.to_json((
  select "0"
  from (select "1"."id" as "id", "1"."status" as "status") "0"
))::pg_catalog.text as v0, pg_catalog.translate(pg_catalog.left(pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(row("1"."id", "1"."reference", "1"."customer_id", "1"."employee_id", "1"."billing_address_id", "1"."shipping_address_id", "1"."status", "1"."priority", "1"."gift", "1"."placed_at", "1"."required_on", "1"."shipped_at", "1"."total", "1"."comment")::pg_catalog.text, 'UTF8')), 'base64'), 22), '+/', '-_') as v1
-- ["PAID","1","DELIVERED","{\"0000000000000000000000\"}","DELIVERED","sentinel of onCheckFailed"]

-- write 1, unless write 0 changed a row
with w as (
  select 1
  from "public"."orders" as "1"
  where ("1"."id" operator(pg_catalog.=) $1 and not (case when "1"."status" operator(pg_catalog.<>) $2 then true else false end))
)
select (select pg_catalog.count(*) from w as "1")::pg_catalog.text as n
-- ["1","DELIVERED"]
