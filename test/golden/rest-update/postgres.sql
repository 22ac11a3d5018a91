-- write 0
with w as (
  update "public"."products" as "1"
  set "price" = $1, "tags" = case when "1"."tags" is not null and array(select unnest("1"."tags"))::text = $2::text[]::text then "1"."tags" else $2 end, "attributes" = $3
  where "1"."id" = $4
  returning "1".*
)
select (select count(*) from w)::text as n, v.v0, v.v1
from (select 1) o
left join (
  select to_json("0")::text as v0, translate(left(encode(sha256(convert_to(row("2"."id", "2"."sku", "2"."name", "2"."description", "2"."category_id", "2"."price", "2"."unit_cost", "2"."stock", "2"."discontinued", "2"."weight", "2"."rating", "2"."barcode", "2"."tags", "2"."monthly_sales", "2"."attributes", "2"."thumbnail", "2"."available_from", "2"."pickup_from", "2"."warranty", "2"."created_at")::text, 'UTF8')), 'base64'), 22), '+/', '-_') as v1
  from w as "2"
  cross join lateral (
    select "2"."id" as "id", "2"."price" as "price", case when array_ndims("2"."tags") > 1 then array(select u.e from unnest("2"."tags") with ordinality u(e, n) order by u.n) else "2"."tags" end as "tags", "2"."attributes" as "attributes"
  ) "0"
  limit 1
) v on true
-- ["99.95","{\"sale\"}","{\"watts\":12345678901234567890}","1"]
