select to_json(array(
  select "0"
  from (
    select "1"."id" as "id", "1"."total" as "total", "1"."status" as "status", "1"."placed_at" as "placed_at"
    from "public"."orders" as "1"
    where (("1"."total" >= $1 and "1"."total" < $2) and "1"."status" = any($3) and "1"."gift" <> $4 and "1"."placed_at" > $5)
    order by "1"."id"
    limit 5
  ) "0"
))::text as "0"
-- ["100","250.5","{\"SHIPPED\",\"PAID\"}","true","2019-12-31T22:00:00"]
