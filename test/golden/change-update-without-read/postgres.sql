-- write 0
update "public"."orders" as "1"
set "status" = $1, "shipped_at" = $2
where ("1"."id" operator(pg_catalog.=) $3 and ("1"."status" operator(pg_catalog.=) $4 or "1"."status" operator(pg_catalog.=) $5))
returning (
  select case when ("1"."status" operator(pg_catalog.=) $6 or "1"."status" operator(pg_catalog.=) $7) then '1' else $8 end
)::pg_catalog.int4 as n
-- ["SHIPPED","2026-02-03T04:05:06","8","PAID","SHIPPED","PAID","SHIPPED","sentinel of onCheckFailed"]
