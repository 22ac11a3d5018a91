select to_json(array(
  select (select json_object_agg(p.k, p.v order by p.n) from (values (0, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', to_json("0"."0")), (1, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_lines', to_json("0"."1"))) p(n, k, v))
  from (
    select "1"."id" as "0", (
      select (select json_object_agg(p.k, p.v order by p.n) from (values (0, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_type', to_json("0"."0")), (1, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_count', to_json("0"."1")), (2, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_more', to_json("0"."2")), (3, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_end', to_json("0"."3")), (4, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_items', to_json("0"."4")), (5, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_groups', to_json("0"."5"))) p(n, k, v))
      from (
        select 'OrderDetailConnection'::text as "0", (
          select count(*)
          from "public"."order_details" as "3"
          where "3"."order_id" = "1"."id"
        ) as "1", q.n > 1 as "2", case when least(q.n, 1) > 0 then translate(encode(convert_to(json_build_array('XhuXOTSVhi'::text, q.k0[least(q.n, 1)], q.k1[least(q.n, 1)], q.k2[least(q.n, 1)])::text, 'UTF8'), 'base64'), E'+/=\n', '-_') end as "3", coalesce(q.i0[:1], '{}') as "4", array(
          select (select json_object_agg(p.k, p.v order by p.n) from (values (0, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_fields', to_json("0"."0"))) p(n, k, v))
          from (
            select (
              select (select json_object_agg(p.k, p.v order by p.n) from (values (0, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_note', to_json("0"."0"))) p(n, k, v))
              from (select "5"."f0" as "0") "0"
            ) as "0"
            from (
              select "4"."note" as "f0"
              from "public"."order_details" as "4"
              where "4"."order_id" = "1"."id"
              group by "4"."note"
              order by "f0"
              limit 1
            ) "5"
          ) "0"
        ) as "5"
        from (
          select count(*) as n, array_agg((select json_object_agg(p.k, p.v order by p.n) from (values (0, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_quantity', to_json("-1"."0"))) p(n, k, v))) as i0, array_agg(p.k0::text) as k0, array_agg(p.k1::text) as k1, array_agg(p.k2::text) as k2
          from (
            select "2"."quantity" as c0_0, "2"."product_id" as k0, "2"."order_id" as k1, "2"."line_no" as k2
            from "public"."order_details" as "2"
            where "2"."order_id" = "1"."id"
            order by "2"."product_id", "2"."order_id", "2"."line_no"
            limit 1 + 1
          ) p
          cross join lateral (select p.c0_0 as "0") "-1"
        ) q
      ) "0"
    ) as "1"
    from "public"."orders" as "1"
    where "1"."id" <= $1
    order by "1"."id"
    limit 2
  ) "0"
))::text as "0"
-- ["2"]
