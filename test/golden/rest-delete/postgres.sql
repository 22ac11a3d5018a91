-- write 0
delete from "public"."order_details" as "1"
where (("1"."order_id" operator(pg_catalog.=) $1 and "1"."line_no" operator(pg_catalog.=) $2) and ('*'::pg_catalog.text operator(pg_catalog.=) any ($3::pg_catalog.text[]) or pg_catalog.translate(pg_catalog.left(pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(row("1"."order_id", "1"."line_no", "1"."product_id", "1"."quantity", "1"."unit_price", "1"."discount", "1"."line_total", "1"."note")::pg_catalog.text, 'UTF8')), 'base64'), 22), '+/', '-_') operator(pg_catalog.=) any ($3::pg_catalog.text[])))
returning '1' as n, pg_catalog.to_json((
  select "0"
  from (select 'OrderDetail'::pg_catalog.text as "__typename") "0"
))::pg_catalog.text as v0
-- ["5","1","{\"*\"}"]
