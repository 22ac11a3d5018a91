-- write 0
insert into "public"."categories" as "1" ("name")
values ($1)
returning '1' as n, pg_catalog.to_json((
  select "0"
  from (
    select "1"."id" as "id", "1"."name" as "name", "1"."description" as "description", "1"."parent_id" as "parent_id"
    where "1"."name" operator(pg_catalog.=) $2
  ) "0"
))::pg_catalog.text as v0, (
  select pg_catalog.translate(pg_catalog.left(pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(row("1"."id", "1"."name", "1"."description", "1"."parent_id")::pg_catalog.text, 'UTF8')), 'base64'), 22), '+/', '-_')
  where "1"."name" operator(pg_catalog.=) $2
) as v1, pg_catalog.to_json("1"."id") operator(pg_catalog.#>>) '{}' as v2
-- ["Unseen","Seen"]
