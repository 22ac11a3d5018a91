-- write 0
with w as (
  update "public"."orders" as "1"
  set "status" = $1, "shipped_at" = $2
  where ("1"."id" = $3 and ("1"."status" = $4 or "1"."status" = $5))
  returning "1".*
)
select (select count(*) from w)::text as n, (
  select bool_and((("2"."status" = $6 or "2"."status" = $7)) is true)::text
  from w as "2"
) as ok
-- ["SHIPPED","2026-02-03T04:05:06","8","PAID","SHIPPED","PAID","SHIPPED"]
