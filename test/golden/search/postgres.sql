select to_json(array(
  select "0"
  from (
    select "1"."name" as "name"
    from "public"."products" as "1"
    where ((lower("1"."name") like lower($1) or lower("1"."description") like lower($1)) and (lower("1"."name") like lower($2) or lower("1"."description") like lower($2)))
    order by "1"."id"
    limit 2
  ) "0"
))::text as "0", to_json(array(
  select "0"
  from (
    select "2"."name" as "name", array(
      select "0"
      from (
        select "3"."id" as "id"
        from "public"."orders" as "3"
        where "3"."customer_id" = "2"."id" and (lower("3"."reference") like lower($3) or lower("3"."comment") like lower($3))
        order by "3"."id"
        limit 1
      ) "0"
    ) as "orders"
    from "public"."customers" as "2"
    where ("2"."country" <> $4 and ((lower("2"."name") like lower($5) or lower("2"."email") like lower($5) or lower("2"."phone") like lower($5) or lower("2"."country") like lower($5) or lower("2"."city") like lower($5) or lower("2"."vat_number") like lower($5) or lower("2"."notes") like lower($5)) and (lower("2"."name") like lower($6) or lower("2"."email") like lower($6) or lower("2"."phone") like lower($6) or lower("2"."country") like lower($6) or lower("2"."city") like lower($6) or lower("2"."vat_number") like lower($6) or lower("2"."notes") like lower($6))))
    order by "2"."id"
    limit 2
  ) "0"
))::text as "1", to_json(array(
  select "0"
  from (
    select "4"."id" as "id"
    from "public"."suppliers" as "4"
    order by "4"."id"
    limit 1
  ) "0"
))::text as "2", to_json(array(
  select "0"
  from (
    select "5"."id" as "id"
    from "public"."categories" as "5"
    where ((lower("5"."name") like lower($7) or lower("5"."description") like lower($7)) and (lower("5"."name") like lower($8) or lower("5"."description") like lower($8)) and (lower("5"."name") like lower($9) or lower("5"."description") like lower($9)) and (lower("5"."name") like lower($10) or lower("5"."description") like lower($10)))
    order by "5"."id"
    limit 100
  ) "0"
))::text as "3"
-- ["%STEEL%","%table%","%100\\%%","DK","%an%","%ER%","%nowhere%","%to%","%be%","%found%"]
