-- write 0
update "public"."categories" as "1"
set "name" = $1
where ("1"."id" operator(pg_catalog.=) $2 and ('*'::pg_catalog.text operator(pg_catalog.=) any ($3::pg_catalog.text[]) or pg_catalog.translate(pg_catalog.left(pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(row("1"."id", "1"."name", "1"."description", "1"."parent_id")::pg_catalog.text, 'UTF8')), 'base64'), 22), '+/', '-_') operator(pg_catalog.=) any ($3::pg_catalog.text[])))
returning '1' as n
-- ["Cooking","3","{\"*\"}"]

-- if write 0 changed a row
select pg_catalog.to_json((
  select "0"
  from (
    select "1"."name" as "name", array(
      select "0"
      from (
        select "2"."name" as "name"
        from "public"."products" as "2"
        where "2"."category_id" operator(pg_catalog.=) "1"."id"
        order by "2"."id"
        limit 1
      ) "0"
    ) as "products"
    from "public"."categories" as "1"
    where "1"."id" operator(pg_catalog.=) $1
    limit 1
  ) "0"
))::pg_catalog.text as v0
-- ["3"]
