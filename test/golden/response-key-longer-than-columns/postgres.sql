select pg_catalog.to_json(array(
  select (select pg_catalog.json_object_agg(p.k, p.v order by p.n) from (values (0, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', pg_catalog.to_json("0"."0")), (1, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_lines', pg_catalog.to_json("0"."1"))) p(n, k, v))
  from (
    select "1"."id" as "0", (
      select (select pg_catalog.json_object_agg(p.k, p.v order by p.n) from (values (0, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_type', pg_catalog.to_json("0"."0")), (1, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_count', pg_catalog.to_json("0"."1")), (2, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_more', pg_catalog.to_json("0"."2")), (3, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_end', pg_catalog.to_json("0"."3")), (4, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_items', pg_catalog.to_json("0"."4")), (5, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_groups', pg_catalog.to_json("0"."5"))) p(n, k, v))
      from (
        select 'OrderDetailConnection'::pg_catalog.text as "0", (
          select pg_catalog.count(*)
          from "public"."order_details" as "3"
          where "3"."order_id" operator(pg_catalog.=) "1"."id"
        ) as "1", q.n operator(pg_catalog.>) 1 as "2", case when least(q.n, 1) operator(pg_catalog.>) 0 then pg_catalog.translate(pg_catalog.encode(pg_catalog.convert_to(pg_catalog.json_build_array('XhuXOTSVhi'::pg_catalog.text, q.k0[least(q.n, 1)], q.k1[least(q.n, 1)], q.k2[least(q.n, 1)])::pg_catalog.text, 'UTF8'), 'base64'), E'+/=\n', '-_') end as "3", coalesce(q.i0[:1], '{}') as "4", array(
          select (select pg_catalog.json_object_agg(p.k, p.v order by p.n) from (values (0, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_fields', pg_catalog.to_json("0"."0"))) p(n, k, v))
          from (
            select (
              select (select pg_catalog.json_object_agg(p.k, p.v order by p.n) from (values (0, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_note', pg_catalog.to_json("0"."0"))) p(n, k, v))
              from (select "5"."f0" as "0") "0"
            ) as "0"
            from (
              select "4"."note" as "f0"
              from "public"."order_details" as "4"
              where "4"."order_id" operator(pg_catalog.=) "1"."id"
              group by "4"."note"
              order by "f0"
              limit 1
            ) "5"
          ) "0"
        ) as "5"
        from (
          select pg_catalog.count(*) as n, pg_catalog.array_agg((select pg_catalog.json_object_agg(p.k, p.v order by p.n) from (values (0, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_quantity', pg_catalog.to_json("-1"."0"))) p(n, k, v))) as i0, pg_catalog.array_agg(p.k0::pg_catalog.text) as k0, pg_catalog.array_agg(p.k1::pg_catalog.text) as k1, pg_catalog.array_agg(p.k2::pg_catalog.text) as k2
          from (
            select "2"."quantity" as c0_0, "2"."product_id" as k0, "2"."order_id" as k1, "2"."line_no" as k2
            from "public"."order_details" as "2"
            where "2"."order_id" operator(pg_catalog.=) "1"."id"
            order by "2"."product_id", "2"."order_id", "2"."line_no"
            limit 2
          ) p
          cross join lateral (select p.c0_0 as "0") "-1"
        ) q
      ) "0"
    ) as "1"
    from "public"."orders" as "1"
    where "1"."id" operator(pg_catalog.<=) $1
    order by "1"."id"
    limit 2
  ) "0"
))::pg_catalog.text as "0"
-- ["2"]
