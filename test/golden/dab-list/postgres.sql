select to_json((
  select "0"
  from (
    select coalesce(q.i0[:2], '{}') as "items", case when least(q.n, 2) > 0 and q.n > 2 then translate(encode(convert_to(case when octet_length(json_build_array('KFIKyFAnKD'::text, q.k0[least(q.n, 2)], q.k1[least(q.n, 2)], q.k2[least(q.n, 2)])::text) <= 1536 then json_build_array('KFIKyFAnKD'::text, q.k0[least(q.n, 2)], q.k1[least(q.n, 2)], q.k2[least(q.n, 2)])::text else json_build_array('KFIKyFAnKD.key'::text, q.k2[least(q.n, 2)])::text end, 'UTF8'), 'base64'), E'+/=\n', '-_') end as "endCursor", q.n > 2 as "hasNextPage"
    from (
      select count(*) as n, array_agg("-1") as i0, array_agg(p.k0::text) as k0, array_agg(p.k1::text) as k1, array_agg(p.k2::text) as k2
      from (
        select "1"."id" as c0_0, "1"."name" as c0_1, "1"."birthday"::timestamptz as c0_2, "1"."country" as k0, "1"."name" as k1, "1"."id" as k2
        from "public"."customers" as "1"
        where "1"."newsletter" = $1
        order by "1"."country" desc, "1"."name", "1"."id"
        limit 2 + 1
      ) p
      cross join lateral (
        select p.c0_0 as "id", p.c0_1 as "name", p.c0_2 as "birthday"
      ) "-1"
    ) q
  ) "0"
))::text as "0"
-- ["true"]
