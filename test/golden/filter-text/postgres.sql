select pg_catalog.to_json(array(
  select "0"
  from (
    select "1"."name" as "name"
    from "public"."products" as "1"
    where (pg_catalog.lower("1"."name") operator(pg_catalog.~~) pg_catalog.lower($1) and not ("1"."name" operator(pg_catalog.~~) $2))
    order by "1"."id"
    limit 3
  ) "0"
))::pg_catalog.text as "0", pg_catalog.to_json(array(
  select "0"
  from (
    select "2"."name" as "name"
    from "public"."customers" as "2"
    where "2"."name" operator(pg_catalog.~~) $3
    order by "2"."id"
    limit 3
  ) "0"
))::pg_catalog.text as "1", pg_catalog.to_json(array(
  select "0"
  from (
    select "3"."notes" as "notes"
    from "public"."customers" as "3"
    where "3"."notes" operator(pg_catalog.~~) $4
    order by "3"."id"
    limit 3
  ) "0"
))::pg_catalog.text as "2", pg_catalog.to_json(array(
  select "0"
  from (
    select "4"."notes" as "notes"
    from "public"."customers" as "4"
    where "4"."notes" operator(pg_catalog.~~) $5
    order by "4"."id"
    limit 3
  ) "0"
))::pg_catalog.text as "3"
-- ["%E%","%zzz%","A%","%100\\%%","%\\\\%"]
