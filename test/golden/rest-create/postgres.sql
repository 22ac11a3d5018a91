-- write 0
insert into "public"."orders" as "1" ("reference", "customer_id", "billing_address_id", "placed_at", "total", "comment")
values ($1, $2, $3, $4, $5, $6)
returning '1' as n, pg_catalog.json_build_array(pg_catalog.json_build_array("1"."id"::pg_catalog.text))::pg_catalog.text as k
-- ["NEW/1","1","1","2024-02-29T12:00:00","1234567890.12",null]

-- if write 0 changed a row
select v.v0, v.v1, v.v2
from (select 1) o
left join (
  select pg_catalog.to_json("0")::pg_catalog.text as v0, pg_catalog.translate(pg_catalog.left(pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(row("1"."id", "1"."reference", "1"."customer_id", "1"."employee_id", "1"."billing_address_id", "1"."shipping_address_id", "1"."status", "1"."priority", "1"."gift", "1"."placed_at", "1"."required_on", "1"."shipped_at", "1"."total", "1"."comment")::pg_catalog.text, 'UTF8')), 'base64'), 22), '+/', '-_') as v1, pg_catalog.to_json("1"."id") operator(pg_catalog.#>>) '{}' as v2
  from pg_catalog.json_array_elements($1::pg_catalog.json) with ordinality c(v, n)
  join "public"."orders" as "1" on "1"."id" operator(pg_catalog.=) (c.v operator(pg_catalog.->>) 0)::pg_catalog.int4
  cross join lateral (
    select "1"."id" as "id", "1"."reference" as "reference", "1"."status" as "status", "1"."total" as "total", "1"."comment" as "comment", (
      select "0"
      from (
        select "2"."name" as "name"
        from "public"."customers" as "2"
        where "2"."id" operator(pg_catalog.=) "1"."customer_id"
      ) "0"
    ) as "customer"
  ) "0"
  limit 1
) v on true
-- ["(id) of write 0"]
