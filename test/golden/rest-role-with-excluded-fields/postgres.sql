select pg_catalog.to_json("0")::pg_catalog.text as v0, pg_catalog.translate(pg_catalog.left(pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(row("1"."id", "1"."name", "1"."country", "1"."city", "1"."vat_number", "1"."birthday", "1"."newsletter", "1"."satisfaction", "1"."loyalty_points", "1"."credit", "1"."account_manager_id", "1"."external_id", "1"."last_ip", "1"."notes", "1"."created_at", "1"."updated_at")::pg_catalog.text, 'UTF8')), 'base64'), 22), '+/', '-_') as v1
from "public"."customers" as "1"
cross join lateral (
  select "1"."id" as "id", "1"."name" as "name", "1"."country" as "country", "1"."city" as "city", "1"."vat_number" as "vat_number", "1"."birthday" as "birthday", "1"."newsletter" as "newsletter", "1"."satisfaction" as "satisfaction", "1"."loyalty_points" as "loyalty_points", "1"."credit" as "credit", "1"."account_manager_id" as "account_manager_id", "1"."external_id" as "external_id", case when pg_catalog.num_nonnulls("1"."last_ip") operator(pg_catalog.=) 1 then pg_catalog.format('%s', "1"."last_ip") end as "last_ip", "1"."notes" as "notes", "1"."created_at" as "created_at", "1"."updated_at" at time zone 'UTC' as "updated_at", array(
    select "0"
    from (
      select "2"."id" as "id", (
        select "0"
        from (
          select "3"."id" as "id", "3"."name" as "name", "3"."country" as "country", "3"."city" as "city", "3"."vat_number" as "vat_number", "3"."birthday" as "birthday", "3"."newsletter" as "newsletter", "3"."satisfaction" as "satisfaction", "3"."loyalty_points" as "loyalty_points", "3"."credit" as "credit", "3"."account_manager_id" as "account_manager_id", "3"."external_id" as "external_id", case when pg_catalog.num_nonnulls("3"."last_ip") operator(pg_catalog.=) 1 then pg_catalog.format('%s', "3"."last_ip") end as "last_ip", "3"."notes" as "notes", "3"."created_at" as "created_at", "3"."updated_at" at time zone 'UTC' as "updated_at"
          from "public"."customers" as "3"
          where "3"."id" operator(pg_catalog.=) "2"."customer_id"
        ) "0"
      ) as "customer"
      from "public"."orders" as "2"
      where "2"."customer_id" operator(pg_catalog.=) "1"."id"
      order by "2"."id"
      limit 1
    ) "0"
  ) as "orders"
) "0"
where "1"."id" operator(pg_catalog.=) $1
limit 1
-- ["1"]
