-- write 0
insert into "public"."order_details" as "1" ("order_id", "line_no", "product_id", "quantity", "unit_price")
values ($1, $2, $3, $4, $5)
returning '1' as n, to_json((
  select "0"
  from (
    select "1"."order_id" as "order_id", "1"."line_no" as "line_no", "1"."product_id" as "product_id", "1"."quantity" as "quantity", "1"."unit_price" as "unit_price", "1"."discount" as "discount", "1"."line_total" as "line_total", "1"."note" as "note"
  ) "0"
))::text as v0, translate(left(encode(sha256(convert_to(row("1"."order_id", "1"."line_no", "1"."product_id", "1"."quantity", "1"."unit_price", "1"."discount", "1"."line_total", "1"."note")::text, 'UTF8')), 'base64'), 22), '+/', '-_') as v1, to_json("1"."order_id") #>> '{}' as v2, to_json("1"."line_no") #>> '{}' as v3
-- ["5","99","1","2","10"]
