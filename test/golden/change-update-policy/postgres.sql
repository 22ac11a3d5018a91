-- write 0
update "public"."orders" as "1"
set "comment" = $1
where ("1"."id" operator(pg_catalog.=) $2 and "1"."status" operator(pg_catalog.<>) $3)
returning (
  select case when "1"."status" operator(pg_catalog.<>) $4 then '1' else $5 end
)::pg_catalog.int4 as n
-- ["Call first","2","DELIVERED","DELIVERED","sentinel of onCheckFailed"]

-- write 1, unless write 0 changed a row
with w as (
  select 1
  from "public"."orders" as "1"
  where ("1"."id" operator(pg_catalog.=) $1 and not (case when "1"."status" operator(pg_catalog.<>) $2 then true else false end))
)
select (select pg_catalog.count(*) from w as "1")::pg_catalog.text as n
-- ["2","DELIVERED"]

-- if write 0 changed a row
select pg_catalog.to_json((
  select "0"
  from (
    select "1"."comment" as "comment", (
      select "0"
      from (
        select "2"."name" as "name"
        from "public"."customers" as "2"
        where "2"."id" operator(pg_catalog.=) "1"."customer_id"
      ) "0"
    ) as "customer"
    from "public"."orders" as "1"
    where "1"."id" operator(pg_catalog.=) $1
    limit 1
  ) "0"
))::pg_catalog.text as v0
-- ["2"]
