select to_json((
  select "0"
  from (
    select (
      select count(*)
      from "public"."orders" as "2"
      where "2"."status" = $1
    ) as "totalCount", q.n > 2 as "hasNextPage", false as "hasPreviousPage", case when least(q.n, 2) > 0 then translate(encode(convert_to(json_build_array('0bVuVComUT'::text, q.k0[1], q.k1[1])::text, 'UTF8'), 'base64'), E'+/=\n', '-_') end as "startCursor", case when least(q.n, 2) > 0 then translate(encode(convert_to(json_build_array('0bVuVComUT'::text, q.k0[least(q.n, 2)], q.k1[least(q.n, 2)])::text, 'UTF8'), 'base64'), E'+/=\n', '-_') end as "endCursor", coalesce(q.i0[:2], '{}') as "items"
    from (
      select count(*) as n, array_agg("-1") as i0, array_agg(p.k0::text) as k0, array_agg(p.k1::text) as k1
      from (
        select "1"."id" as c0_0, "1"."total" as c0_1, "1"."total" as k0, "1"."id" as k1
        from "public"."orders" as "1"
        where "1"."status" = $1
        order by "1"."total" desc, "1"."id"
        limit 2 + 1
      ) p
      cross join lateral (select p.c0_0 as "id", p.c0_1 as "total") "-1"
    ) q
  ) "0"
))::text as "0"
-- ["PAID"]
