-- write 0
update "public"."products" as "1"
set "stock" = $1
where "1"."id" operator(pg_catalog.=) $2
returning '1' as n, pg_catalog.to_json((select "0" from (select "1"."stock" as "stock") "0"))::pg_catalog.text as v0
-- ["1","1"]

-- write 1
call "public"."restock"("product_id" => $1::pg_catalog.int4, "amount" => $2::pg_catalog.int4, "stock" => null::pg_catalog.int4)
-- ["1","10"]

select pg_catalog.to_json(array(
  select "0"
  from (
    select "1"."stock" as "stock"
    from (select $1::pg_catalog.int4 as "stock") as "1"
  ) "0"
))::pg_catalog.text as v0
-- ["stock of write 1"]

-- write 2
select pg_catalog.to_json(array(
  select "0"
  from (
    select "2"."total" as "total"
    from "public"."place_order"("customer_id" => $1::pg_catalog.int4, "product_ids" => $2::pg_catalog.int4[], "quantities" => $3::pg_catalog.int4[]) as "2"
    where not (row("2".*) is null)
  ) "0"
))::pg_catalog.text as v0
-- ["3","{\"1\"}","{\"4\"}"]

-- write 3
update "public"."products" as "1"
set "weight" = $1
where "1"."id" operator(pg_catalog.=) $2
returning '1' as n, pg_catalog.to_json((
  select "0"
  from (select "1"."stock" as "stock", "1"."weight" as "weight") "0"
))::pg_catalog.text as v0
-- ["1.5","1"]
