select to_json((
  select "0"
  from (
    select coalesce(q.i0, '{}') as "items", exists (
      select 1
      from "public"."products" as "6"
      where (("6"."price" < (
        select "7"."price"
        from "public"."products" as "7"
        where "7"."id" = $1
      ) or ("6"."price" = (
        select "7"."price"
        from "public"."products" as "7"
        where "7"."id" = $1
      ) and ("6"."name" > (
        select "8"."name"
        from "public"."products" as "8"
        where "8"."id" = $1
      ) or ("6"."name" = (
        select "8"."name"
        from "public"."products" as "8"
        where "8"."id" = $1
      ) and "6"."id" > (
        select "9"."id"
        from "public"."products" as "9"
        where "9"."id" = $1
      )))))) is not true
    ) as "hasPreviousPage", case when q.n > 0 then translate(encode(convert_to(case when octet_length(json_build_array('9U47x2R4oq'::text, q.k0[q.n], q.k1[q.n], q.k2[q.n])::text) <= 1536 then json_build_array('9U47x2R4oq'::text, q.k0[q.n], q.k1[q.n], q.k2[q.n])::text else json_build_array('9U47x2R4oq.key'::text, q.k2[q.n])::text end, 'UTF8'), 'base64'), E'+/=\n', '-_') end as "endCursor"
    from (
      select count(*) as n, array_agg("-1") as i0, array_agg(p.k0::text) as k0, array_agg(p.k1::text) as k1, array_agg(p.k2::text) as k2
      from (
        select "1"."id" as c0_0, "1"."price" as c0_1, "1"."price" as k0, "1"."name" as k1, "1"."id" as k2
        from "public"."products" as "1"
        where (select case when exists (
          select 1
          from "public"."products" as "5"
          where "5"."id" = $1
        ) then 'true' else 'the row that the cursor names is gone' end)::boolean and ("1"."price" < (
          select "2"."price"
          from "public"."products" as "2"
          where "2"."id" = $1
        ) or ("1"."price" = (
          select "2"."price"
          from "public"."products" as "2"
          where "2"."id" = $1
        ) and ("1"."name" > (
          select "3"."name"
          from "public"."products" as "3"
          where "3"."id" = $1
        ) or ("1"."name" = (
          select "3"."name"
          from "public"."products" as "3"
          where "3"."id" = $1
        ) and "1"."id" > (
          select "4"."id"
          from "public"."products" as "4"
          where "4"."id" = $1
        )))))
        order by "1"."price" desc, "1"."name", "1"."id"
        limit 2
      ) p
      cross join lateral (select p.c0_0 as "id", p.c0_1 as "price") "-1"
    ) q
  ) "0"
))::text as "0"
-- ["4"]
