select m.n, d.h, case when m.h is distinct from d.h then r.v0 end, case when m.h is distinct from d.h then r.v1 end, case when m.h is distinct from d.h then r.v2 end from pg_catalog.jsonb_to_recordset($1::pg_catalog.jsonb) m(n pg_catalog.int4, h pg_catalog.text, p0 pg_catalog.text) left join lateral (
  select s.* from (
    select pg_catalog.to_json((
      select "0"
      from (
        select pg_catalog.translate(pg_catalog.left(pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(row("1"."id", "1"."name", "1"."email", "1"."phone", "1"."country", "1"."city", "1"."vat_number", "1"."birthday", "1"."newsletter", "1"."satisfaction", "1"."loyalty_points", "1"."credit", "1"."account_manager_id", "1"."external_id", "1"."last_ip", "1"."notes", "1"."created_at", "1"."updated_at")::pg_catalog.text, 'UTF8')), 'base64'), 22), '+/', '-_') as "_etag", "1"."name" as "name", array(
          select "0"
          from (
            select (
              select pg_catalog.translate(pg_catalog.left(pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(row("2"."id", "2"."reference", "2"."customer_id", "2"."employee_id", "2"."billing_address_id", "2"."shipping_address_id", "2"."status", "2"."priority", "2"."gift", "2"."placed_at", "2"."required_on", "2"."shipped_at", "2"."total", "2"."comment")::pg_catalog.text, 'UTF8')), 'base64'), 22), '+/', '-_')
            ) as "_etag", (
              select pg_catalog.translate(pg_catalog.left(pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(row("2"."id", "2"."reference", "2"."customer_id", "2"."employee_id", "2"."billing_address_id", "2"."shipping_address_id", "2"."status", "2"."priority", "2"."gift", "2"."placed_at", "2"."required_on", "2"."shipped_at", "2"."total", "2"."comment")::pg_catalog.text, 'UTF8')), 'base64'), 22), '+/', '-_')
            ) as "tag", (
              select "0"
              from (
                select pg_catalog.translate(pg_catalog.left(pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(row("3"."id", "3"."name", "3"."email", "3"."phone", "3"."country", "3"."city", "3"."vat_number", "3"."birthday", "3"."newsletter", "3"."satisfaction", "3"."loyalty_points", "3"."credit", "3"."account_manager_id", "3"."external_id", "3"."last_ip", "3"."notes", "3"."created_at", "3"."updated_at")::pg_catalog.text, 'UTF8')), 'base64'), 22), '+/', '-_') as "_etag"
                from "public"."customers" as "3"
                where "3"."id" operator(pg_catalog.=) "2"."customer_id"
              ) "0"
            ) as "customer"
            from "public"."orders" as "2"
            where "2"."customer_id" operator(pg_catalog.=) "1"."id"
            order by "2"."id"
            limit 2
          ) "0"
        ) as "orders"
        from "public"."customers" as "1"
        where "1"."id" operator(pg_catalog.=) "m"."p0"::pg_catalog.int4
        limit 1
      ) "0"
    ))::pg_catalog.text as "0", pg_catalog.to_json(array(
      select "0"
      from (
        select (
          select pg_catalog.translate(pg_catalog.left(pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(row("4"."order_id", "4"."line_no", "4"."product_id", "4"."quantity", "4"."unit_price", "4"."discount", "4"."line_total", "4"."note")::pg_catalog.text, 'UTF8')), 'base64'), 22), '+/', '-_')
        ) as "_etag"
        from "public"."order_details" as "4"
        order by "4"."order_id", "4"."line_no"
        limit 2
      ) "0"
    ))::pg_catalog.text as "1", pg_catalog.to_json(array(
      select "0"
      from (
        select (
          select pg_catalog.translate(pg_catalog.left(pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(row("5"."id", "5"."name", "5"."country", "5"."website", "5"."since", "5"."rating", "5"."balance")::pg_catalog.text, 'UTF8')), 'base64'), 22), '+/', '-_')
        ) as "_etag"
        from "public"."suppliers" as "5"
        order by "5"."rating" desc nulls last, "5"."id"
        limit 2
      ) "0"
    ))::pg_catalog.text as "2"
  ) s offset 0
) r(v0, v1, v2) on true cross join lateral (
  select pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(pg_catalog.array_to_string(array[r.v0, r.v1, r.v2], E'\n', 'n'), 'UTF8')), 'base64') as h offset 0
) d
