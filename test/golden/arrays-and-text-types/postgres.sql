select pg_catalog.to_json(array(
  select "0"
  from (
    select case when pg_catalog.array_ndims("1"."tags") operator(pg_catalog.>) 1 then array(select u.e from pg_catalog.unnest("1"."tags") with ordinality u(e, n) order by u.n) else "1"."tags" end as "tags", case when pg_catalog.array_ndims("1"."monthly_sales") operator(pg_catalog.>) 1 then array(select u.e from pg_catalog.unnest("1"."monthly_sales") with ordinality u(e, n) order by u.n) else "1"."monthly_sales" end as "monthly_sales", case when pg_catalog.num_nonnulls("1"."warranty") operator(pg_catalog.=) 1 then pg_catalog.format('%s', "1"."warranty") end as "warranty"
    from "public"."products" as "1"
    order by "1"."id"
    limit 3
  ) "0"
))::pg_catalog.text as "0", pg_catalog.to_json(array(
  select "0"
  from (
    select case when pg_catalog.num_nonnulls("2"."last_ip") operator(pg_catalog.=) 1 then pg_catalog.format('%s', "2"."last_ip") end as "last_ip"
    from "public"."customers" as "2"
    where "2"."last_ip" is not null
    order by "2"."id"
    limit 3
  ) "0"
))::pg_catalog.text as "1"
-- []
