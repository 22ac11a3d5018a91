-- write 0
call "public"."restock"("product_id" => $1::pg_catalog.int4, "amount" => $2::pg_catalog.int4, "stock" => null::pg_catalog.int4)
-- ["3","5"]

select pg_catalog.to_json(array(
  select "0"
  from (
    select "1"."stock" as "stock"
    from (select $1::pg_catalog.int4 as "stock") as "1"
  ) "0"
))::pg_catalog.text as v0
-- ["stock of write 0"]
