select to_json(array(
  select "0"
  from (
    select "1"."id" as "id", case when array_ndims("1"."tags") > 1 then array(select u.e from unnest("1"."tags") with ordinality u(e, n) order by u.n) else "1"."tags" end as "tags"
    from "public"."products" as "1"
    where "1"."tags" @> $1
    order by "1"."id"
    limit 2
  ) "0"
))::text as "0", to_json(array(
  select "0"
  from (
    select "2"."id" as "id"
    from "public"."products" as "2"
    where ("2"."tags" && $2 and "2"."monthly_sales" @> $3)
    order by "2"."id"
    limit 2
  ) "0"
))::text as "1", to_json(array(
  select "0"
  from (
    select "3"."id" as "id"
    from "public"."products" as "3"
    where ("3"."tags" @> $4 and not ("3"."monthly_sales" && $5))
    order by "3"."id"
    limit 2
  ) "0"
))::text as "2", to_json(array(
  select "0"
  from (
    select "4"."id" as "id"
    from "public"."products" as "4"
    where null::boolean
    order by "4"."id"
    limit 100
  ) "0"
))::text as "3"
-- ["{\"gift\"}","{\"new\",\"gift\",\"\\\"{},\\\\\"}","{\"0\"}","{}","{\"8\",\"9\"}"]
