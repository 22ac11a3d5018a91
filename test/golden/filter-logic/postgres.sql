select pg_catalog.to_json(array(
  select "0"
  from (
    select "1"."id" as "id", "1"."total" as "total", "1"."gift" as "gift", "1"."priority" as "priority"
    from "public"."orders" as "1"
    where (("1"."total" operator(pg_catalog.<) $1 or ("1"."gift" operator(pg_catalog.=) $2 and not ("1"."priority" is null))) and not ("1"."status" operator(pg_catalog.=) $3))
    order by "1"."id"
    limit 3
  ) "0"
))::pg_catalog.text as "0"
-- ["20","true","CANCELLED"]
