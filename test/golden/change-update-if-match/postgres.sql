-- write 0
update "public"."categories" as "1"
set "name" = $1
where ("1"."id" = $2 and ('*'::text = any($3::text[]) or translate(left(encode(sha256(convert_to(row("1"."id", "1"."name", "1"."description", "1"."parent_id")::text, 'UTF8')), 'base64'), 22), '+/', '-_') = any($3::text[])))
returning '1' as n
-- ["Cooking","3","{\"*\"}"]

-- if write 0 changed a row
select to_json((
  select "0"
  from (
    select "1"."name" as "name", array(
      select "0"
      from (
        select "2"."name" as "name"
        from "public"."products" as "2"
        where "2"."category_id" = "1"."id"
        order by "2"."id"
        limit 1
      ) "0"
    ) as "products"
    from "public"."categories" as "1"
    where "1"."id" = $1
    limit 1
  ) "0"
))::text as v0
-- ["3"]
