-- write 0
with w as (
  update "public"."orders" as "1"
  set "status" = $1
  where ("1"."id" = $2 and ("1"."status" = $3 or "1"."status" = $4))
  returning "1".*
)
select (select count(*) from w)::text as n, (
  select bool_and((("2"."status" = $5 or "2"."status" = $6)) is true)::text
  from w as "2"
) as ok
-- ["SHIPPED","1","PAID","SHIPPED","PAID","SHIPPED"]
