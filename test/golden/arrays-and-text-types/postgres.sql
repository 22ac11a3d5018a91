select to_json(array(
  select "0"
  from (
    select case when array_ndims("1"."tags") > 1 then array(select u.e from unnest("1"."tags") with ordinality u(e, n) order by u.n) else "1"."tags" end as "tags", case when array_ndims("1"."monthly_sales") > 1 then array(select u.e from unnest("1"."monthly_sales") with ordinality u(e, n) order by u.n) else "1"."monthly_sales" end as "monthly_sales", case when num_nonnulls("1"."warranty") = 1 then format('%s', "1"."warranty") end as "warranty"
    from "public"."products" as "1"
    order by "1"."id"
    limit 3
  ) "0"
))::text as "0", to_json(array(
  select "0"
  from (
    select case when num_nonnulls("2"."last_ip") = 1 then format('%s', "2"."last_ip") end as "last_ip"
    from "public"."customers" as "2"
    where "2"."last_ip" is not null
    order by "2"."id"
    limit 3
  ) "0"
))::text as "1"
-- []
