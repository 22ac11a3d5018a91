-- write 0
update "public"."orders" as "1"
set "status" = $1, "shipped_at" = $2
where ("1"."id" = $3 and ("1"."status" = $4 or "1"."status" = $5))
returning (
  select case when ("1"."status" = $6 or "1"."status" = $7) then '1' else $8 end
)::int as n
-- ["SHIPPED","2026-02-03T04:05:06","8","PAID","SHIPPED","PAID","SHIPPED","sentinel of onCheckFailed"]
