select pg_catalog.to_json(array(
  select "0"
  from (
    select "1"."name" as "name"
    from "public"."products" as "1"
    where ((pg_catalog.lower("1"."name") operator(pg_catalog.~~) pg_catalog.lower($1) or pg_catalog.lower("1"."description") operator(pg_catalog.~~) pg_catalog.lower($1)) and (pg_catalog.lower("1"."name") operator(pg_catalog.~~) pg_catalog.lower($2) or pg_catalog.lower("1"."description") operator(pg_catalog.~~) pg_catalog.lower($2)))
    order by "1"."id"
    limit 2
  ) "0"
))::pg_catalog.text as "0", pg_catalog.to_json(array(
  select "0"
  from (
    select "2"."name" as "name", array(
      select "0"
      from (
        select "3"."id" as "id"
        from "public"."orders" as "3"
        where "3"."customer_id" operator(pg_catalog.=) "2"."id" and (pg_catalog.lower("3"."reference") operator(pg_catalog.~~) pg_catalog.lower($3) or pg_catalog.lower("3"."comment") operator(pg_catalog.~~) pg_catalog.lower($3))
        order by "3"."id"
        limit 1
      ) "0"
    ) as "orders"
    from "public"."customers" as "2"
    where ("2"."country" operator(pg_catalog.<>) $4 and ((pg_catalog.lower("2"."name") operator(pg_catalog.~~) pg_catalog.lower($5) or pg_catalog.lower("2"."email") operator(pg_catalog.~~) pg_catalog.lower($5) or pg_catalog.lower("2"."phone") operator(pg_catalog.~~) pg_catalog.lower($5) or pg_catalog.lower("2"."country") operator(pg_catalog.~~) pg_catalog.lower($5) or pg_catalog.lower("2"."city") operator(pg_catalog.~~) pg_catalog.lower($5) or pg_catalog.lower("2"."vat_number") operator(pg_catalog.~~) pg_catalog.lower($5) or pg_catalog.lower("2"."notes") operator(pg_catalog.~~) pg_catalog.lower($5)) and (pg_catalog.lower("2"."name") operator(pg_catalog.~~) pg_catalog.lower($6) or pg_catalog.lower("2"."email") operator(pg_catalog.~~) pg_catalog.lower($6) or pg_catalog.lower("2"."phone") operator(pg_catalog.~~) pg_catalog.lower($6) or pg_catalog.lower("2"."country") operator(pg_catalog.~~) pg_catalog.lower($6) or pg_catalog.lower("2"."city") operator(pg_catalog.~~) pg_catalog.lower($6) or pg_catalog.lower("2"."vat_number") operator(pg_catalog.~~) pg_catalog.lower($6) or pg_catalog.lower("2"."notes") operator(pg_catalog.~~) pg_catalog.lower($6))))
    order by "2"."id"
    limit 2
  ) "0"
))::pg_catalog.text as "1", pg_catalog.to_json(array(
  select "0"
  from (
    select "4"."id" as "id"
    from "public"."suppliers" as "4"
    order by "4"."id"
    limit 1
  ) "0"
))::pg_catalog.text as "2", pg_catalog.to_json(array(
  select "0"
  from (
    select "5"."id" as "id"
    from "public"."categories" as "5"
    where ((pg_catalog.lower("5"."name") operator(pg_catalog.~~) pg_catalog.lower($7) or pg_catalog.lower("5"."description") operator(pg_catalog.~~) pg_catalog.lower($7)) and (pg_catalog.lower("5"."name") operator(pg_catalog.~~) pg_catalog.lower($8) or pg_catalog.lower("5"."description") operator(pg_catalog.~~) pg_catalog.lower($8)) and (pg_catalog.lower("5"."name") operator(pg_catalog.~~) pg_catalog.lower($9) or pg_catalog.lower("5"."description") operator(pg_catalog.~~) pg_catalog.lower($9)) and (pg_catalog.lower("5"."name") operator(pg_catalog.~~) pg_catalog.lower($10) or pg_catalog.lower("5"."description") operator(pg_catalog.~~) pg_catalog.lower($10)))
    order by "5"."id"
    limit 100
  ) "0"
))::pg_catalog.text as "3"
-- ["%STEEL%","%table%","%100\\%%","DK","%an%","%ER%","%nowhere%","%to%","%be%","%found%"]
