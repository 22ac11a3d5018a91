-- write 0
delete from "public"."order_details" as "1"
where ("1"."order_id" operator(pg_catalog.=) $1 and "1"."line_no" operator(pg_catalog.=) $2)
returning '1' as n, pg_catalog.to_json((select "0" from (select "1"."quantity" as "quantity") "0"))::pg_catalog.text as v0
-- ["7","99"]
