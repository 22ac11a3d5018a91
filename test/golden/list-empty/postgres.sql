select to_json(array(
  select "0"
  from (
    select "1"."id" as "id"
    from "public"."customers" as "1"
    where "1"."country" = $1
    order by "1"."id"
    limit 100
  ) "0"
))::text as "0"
-- ["XX"]
