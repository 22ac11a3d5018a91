-- write 0
update "public"."products" as "1"
set "stock" = $1
where "1"."id" = $2
returning '1' as n, to_json((select "0" from (select "1"."stock" as "stock") "0"))::text as v0
-- ["1","1"]

-- write 1
call "public"."restock"("product_id" => $1::int4, "amount" => $2::int4, "stock" => null::int4)
-- ["1","10"]

select to_json(array(
  select "0"
  from (
    select "1"."stock" as "stock"
    from (select $1::int4 as "stock") as "1"
  ) "0"
))::text as v0
-- ["stock of write 1"]

-- write 2
select to_json(array(
  select "0"
  from (
    select "2"."total" as "total"
    from "public"."place_order"("customer_id" => $1::int4, "product_ids" => $2::int4[], "quantities" => $3::int4[]) as "2"
    where not (row("2".*) is null)
  ) "0"
))::text as v0
-- ["3","{\"1\"}","{\"4\"}"]

-- write 3
update "public"."products" as "1"
set "weight" = $1
where "1"."id" = $2
returning '1' as n, to_json((
  select "0"
  from (select "1"."stock" as "stock", "1"."weight" as "weight") "0"
))::text as v0
-- ["1.5","1"]
