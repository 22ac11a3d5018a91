select pg_catalog.to_json(array(
  select "0"
  from (
    select "1"."id" as "id", "1"."status" as "status", "1"."total" as "total"
    from "public"."orders" as "1"
    where ("1"."status" operator(pg_catalog.=) $1 and ("1"."total" operator(pg_catalog.>) $2 or exists (
      select 1
      from "public"."customers" as "2"
      where "2"."id" operator(pg_catalog.=) "1"."customer_id" and "2"."country" operator(pg_catalog.=) $3
    )))
    order by "1"."total" desc, "1"."id"
    limit 3
  ) "0"
))::pg_catalog.text as "0"
-- ["PAID","50","NL"]
