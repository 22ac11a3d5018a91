-- write 0
with w as (
  update "public"."products" as "1"
  set "price" = $1, "tags" = case when "1"."tags" is not null and array(select unnest("1"."tags"))::text = $2::text[]::text then "1"."tags" else $2 end, "attributes" = $3
  where "1"."id" = $4
  returning "1".*
)
select (select count(*) from w)::text as n, to_json((
  select "0"
  from (
    select translate(left(encode(sha256(convert_to(row("2"."id", "2"."sku", "2"."name", "2"."description", "2"."category_id", "2"."price", "2"."unit_cost", "2"."stock", "2"."discontinued", "2"."weight", "2"."rating", "2"."barcode", "2"."tags", "2"."monthly_sales", "2"."attributes", "2"."thumbnail", "2"."available_from", "2"."pickup_from", "2"."warranty", "2"."created_at")::text, 'UTF8')), 'base64'), 22), '+/', '-_') as "_etag", "2"."id" as "id", "2"."price" as "price", case when array_ndims("2"."tags") > 1 then array(select u.e from unnest("2"."tags") with ordinality u(e, n) order by u.n) else "2"."tags" end as "tags", "2"."attributes" as "attributes"
    from w as "2"
    limit 1
  ) "0"
))::text as v0
-- ["99.95","{\"sale\"}","{\"watts\":12345678901234567890}","1"]
