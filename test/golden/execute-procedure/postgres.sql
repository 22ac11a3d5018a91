-- write 0
call "public"."restock"("product_id" => $1::int4, "amount" => $2::int4, "stock" => null::int4)
-- ["3","5"]

select to_json(array(
  select "0"
  from (
    select 'Restock'::text as "__typename", "1"."stock" as "now"
    from (select $1::int4 as "stock") as "1"
  ) "0"
))::text as v0
-- ["stock of write 0"]
