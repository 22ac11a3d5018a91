select pg_catalog.to_json(array(
  select "0"
  from (
    select "1"."id" as "id", case when pg_catalog.array_ndims("1"."tags") operator(pg_catalog.>) 1 then array(select u.e from pg_catalog.unnest("1"."tags") with ordinality u(e, n) order by u.n) else "1"."tags" end as "tags"
    from "public"."products" as "1"
    where "1"."tags" operator(pg_catalog.@>) $1
    order by "1"."id"
    limit 2
  ) "0"
))::pg_catalog.text as "0", pg_catalog.to_json(array(
  select "0"
  from (
    select "2"."id" as "id"
    from "public"."products" as "2"
    where ("2"."tags" operator(pg_catalog.&&) $2 and "2"."monthly_sales" operator(pg_catalog.@>) $3)
    order by "2"."id"
    limit 2
  ) "0"
))::pg_catalog.text as "1", pg_catalog.to_json(array(
  select "0"
  from (
    select "3"."id" as "id"
    from "public"."products" as "3"
    where ("3"."tags" operator(pg_catalog.@>) $4 and not ("3"."monthly_sales" operator(pg_catalog.&&) $5))
    order by "3"."id"
    limit 2
  ) "0"
))::pg_catalog.text as "2", pg_catalog.to_json(array(
  select "0"
  from (
    select "4"."id" as "id"
    from "public"."products" as "4"
    where null::pg_catalog.bool
    order by "4"."id"
    limit 100
  ) "0"
))::pg_catalog.text as "3"
-- ["{\"gift\"}","{\"new\",\"gift\",\"\\\"{},\\\\\"}","{\"0\"}","{}","{\"8\",\"9\"}"]
