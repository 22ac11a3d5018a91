select pg_catalog.to_json((
  select "0"
  from (
    select (
      select pg_catalog.count(*)
      from "public"."orders" as "2"
      where "2"."gift" operator(pg_catalog.=) $1
    ) as "totalCount", 'OrderConnection'::pg_catalog.text as "__typename"
  ) "0"
))::pg_catalog.text as "0"
-- ["true"]
