select pg_catalog.to_json(array(
  select "0"
  from (
    select "1"."id" as "id", "1"."name" as "name", array(
      select "0"
      from (
        select "2"."status" as "status"
        from "public"."orders" as "2"
        where "2"."customer_id" operator(pg_catalog.=) "1"."id"
        order by "2"."id"
        limit 1
      ) "0"
    ) as "accountManager"
    from "public"."customers" as "1"
    order by "1"."id"
    limit 2
  ) "0"
))::pg_catalog.text as "0"
-- []
