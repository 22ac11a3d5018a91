-- write 0
update "public"."orders" as "1"
set "status" = $1
where ("1"."id" operator(pg_catalog.=) $2 and ("1"."status" operator(pg_catalog.=) $3 or "1"."status" operator(pg_catalog.=) $4))
returning (
  select case when ("1"."status" operator(pg_catalog.=) $5 or "1"."status" operator(pg_catalog.=) $6) then '1' else $7 end
)::pg_catalog.int4 as n
-- ["SHIPPED","1","PAID","SHIPPED","PAID","SHIPPED","sentinel of onCheckFailed"]
