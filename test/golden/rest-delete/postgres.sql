-- write 0
delete from "public"."order_details" as "1"
where (("1"."order_id" = $1 and "1"."line_no" = $2) and ('*'::text = any($3::text[]) or translate(left(encode(sha256(convert_to(row("1"."order_id", "1"."line_no", "1"."product_id", "1"."quantity", "1"."unit_price", "1"."discount", "1"."line_total", "1"."note")::text, 'UTF8')), 'base64'), 22), '+/', '-_') = any($3::text[])))
returning '1' as n, to_json((
  select "0"
  from (select 'OrderDetail'::text as "__typename") "0"
))::text as v0
-- ["5","1","{\"*\"}"]
