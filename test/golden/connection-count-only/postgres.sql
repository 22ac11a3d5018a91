select to_json((
  select "0"
  from (
    select (
      select count(*)
      from "public"."orders" as "2"
      where "2"."gift" = $1
    ) as "totalCount", 'OrderConnection'::text as "__typename"
  ) "0"
))::text as "0"
-- ["true"]
