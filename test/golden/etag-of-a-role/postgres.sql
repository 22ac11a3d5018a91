select pg_catalog.to_json((
  select "0"
  from (
    select pg_catalog.translate(pg_catalog.left(pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(row("1"."id", "1"."name", "1"."country", "1"."city", "1"."vat_number", "1"."birthday", "1"."newsletter", "1"."satisfaction", "1"."loyalty_points", "1"."credit", "1"."account_manager_id", "1"."external_id", "1"."last_ip", "1"."notes", "1"."created_at", "1"."updated_at")::pg_catalog.text, 'UTF8')), 'base64'), 22), '+/', '-_') as "_etag", "1"."name" as "name"
    from "public"."customers" as "1"
    where "1"."id" operator(pg_catalog.=) $1
    limit 1
  ) "0"
))::pg_catalog.text as "0"
-- ["1"]
