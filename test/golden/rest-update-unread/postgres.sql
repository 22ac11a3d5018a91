-- write 0
update "public"."orders" as "1"
set "status" = $1
where ("1"."id" = $2 and ("1"."status" = $3 or "1"."status" = $4))
returning (
  select case when ("1"."status" = $5 or "1"."status" = $6) then '1' else $7 end
)::int as n
-- ["SHIPPED","1","PAID","SHIPPED","PAID","SHIPPED","sentinel of onCheckFailed"]
