select pg_catalog.to_json(array(
  select "0"
  from (
    select "1"."id" as "id"
    from "public"."customers" as "1"
    where "1"."notes" is null
    order by "1"."id"
    limit 2
  ) "0"
))::pg_catalog.text as "0", pg_catalog.to_json(array(
  select "0"
  from (
    select "2"."id" as "id"
    from "public"."customers" as "2"
    where "2"."notes" is not null
    order by "2"."id"
    limit 2
  ) "0"
))::pg_catalog.text as "1", pg_catalog.to_json(array(
  select "0"
  from (
    select "3"."id" as "id"
    from "public"."customers" as "3"
    where null::pg_catalog.bool
    order by "3"."id"
    limit 2
  ) "0"
))::pg_catalog.text as "2", pg_catalog.to_json(array(
  select "0"
  from (
    select "4"."id" as "id", "4"."satisfaction" as "satisfaction"
    from "public"."customers" as "4"
    where "4"."satisfaction" operator(pg_catalog.=) any ($1)
    order by "4"."id"
    limit 2
  ) "0"
))::pg_catalog.text as "3", pg_catalog.to_json(array(
  select "0"
  from (
    select "5"."id" as "id"
    from "public"."customers" as "5"
    where not ("5"."satisfaction" operator(pg_catalog.=) any ($2))
    order by "5"."id"
    limit 2
  ) "0"
))::pg_catalog.text as "4", pg_catalog.to_json(array(
  select "0"
  from (
    select "6"."id" as "id"
    from "public"."customers" as "6"
    where false
    order by "6"."id"
    limit 100
  ) "0"
))::pg_catalog.text as "5", pg_catalog.to_json(array(
  select "0"
  from (
    select "7"."id" as "id"
    from "public"."customers" as "7"
    order by "7"."id"
    limit 1
  ) "0"
))::pg_catalog.text as "6"
-- ["{\"5\"}","{}"]
