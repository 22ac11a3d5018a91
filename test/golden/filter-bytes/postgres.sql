select pg_catalog.to_json(array(
  select "0"
  from (
    select "1"."id" as "id", pg_catalog.translate(pg_catalog.encode("1"."thumbnail", 'base64'), E'\n', '') as "thumbnail"
    from "public"."products" as "1"
    where "1"."thumbnail" operator(pg_catalog.=) any ($1)
    order by "1"."id"
    limit 5
  ) "0"
))::pg_catalog.text as "0", pg_catalog.to_json(array(
  select "0"
  from (
    select "2"."id" as "id"
    from "public"."products" as "2"
    where "2"."thumbnail" operator(pg_catalog.=) $2
    order by "2"."id"
    limit 100
  ) "0"
))::pg_catalog.text as "1", pg_catalog.to_json(array(
  select "0"
  from (
    select "3"."id" as "id"
    from "public"."products" as "3"
    where "3"."thumbnail" operator(pg_catalog.=) $3
    order by "3"."id"
    limit 100
  ) "0"
))::pg_catalog.text as "2", pg_catalog.to_json(array(
  select "0"
  from (
    select "4"."id" as "id"
    from "public"."products" as "4"
    where "4"."thumbnail" operator(pg_catalog.<) $4
    order by "4"."id"
    limit 1
  ) "0"
))::pg_catalog.text as "3", pg_catalog.to_json(array(
  select "0"
  from (
    select "5"."id" as "id"
    from "public"."products" as "5"
    where ("5"."thumbnail" operator(pg_catalog.<=) $5 and "5"."thumbnail" operator(pg_catalog.>) $6)
    order by "5"."id"
    limit 100
  ) "0"
))::pg_catalog.text as "4", pg_catalog.to_json(array(
  select "0"
  from (
    select "6"."id" as "id"
    from "public"."products" as "6"
    where "6"."thumbnail" operator(pg_catalog.>) $7
    order by "6"."id"
    limit 1
  ) "0"
))::pg_catalog.text as "5", pg_catalog.to_json(array(
  select "0"
  from (
    select "7"."id" as "id"
    from "public"."products" as "7"
    where not ("7"."thumbnail" operator(pg_catalog.=) any ($8))
    order by "7"."id"
    limit 1
  ) "0"
))::pg_catalog.text as "6"
-- ["{\"\\\\xfc1967\",\"\\\\x\",\"\\\\xfc196700\"}","\\xfc1967","\\xfc196700","\\x00","\\xfc1967","\\xfc196600","\\xfc1967","{\"\\\\xfc1967\",\"\\\\x\"}"]
