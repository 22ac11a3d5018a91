-- write 0
delete from "public"."order_details" as "1"
where ("1"."order_id" = $1 and "1"."line_no" = $2)
returning '1' as n, to_json((select "0" from (select "1"."quantity" as "quantity") "0"))::text as v0
-- ["7","99"]
