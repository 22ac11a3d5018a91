select to_json((
  select "0"
  from (
    select coalesce(q.i0[:1], '{}') as "items", case when least(q.n, 1) > 0 and (q.n > 1 or exists (
      select 1
      from "public"."categories" as "2"
      where (("2"."id") < ($1)) is not true
    )) then translate(encode(convert_to(json_build_array('AomfIO-Mm4'::text, q.k0[least(q.n, 1)])::text, 'UTF8'), 'base64'), E'+/=\n', '-_') end as "endCursor"
    from (
      select count(*) as n, array_agg("-1") as i0, array_agg(p.k0::text) as k0
      from (
        select "1"."id" as c0_0, "1"."id" as k0
        from "public"."categories" as "1"
        where ("1"."id") > ($2) and ("1"."id") < ($1)
        order by "1"."id"
        limit 1 + 1
      ) p
      cross join lateral (select p.c0_0 as "id") "-1"
    ) q
  ) "0"
))::text as "0", to_json((
  select "0"
  from (
    select coalesce(q.i0[:100], '{}') as "items", case when least(q.n, 100) > 0 and (q.n > 100 or exists (
      select 1
      from "public"."categories" as "4"
      where (("4"."id") < ($3)) is not true
    )) then translate(encode(convert_to(json_build_array('AomfIO-Mm4'::text, q.k0[least(q.n, 100)])::text, 'UTF8'), 'base64'), E'+/=\n', '-_') end as "endCursor", (q.n > 100 or exists (
      select 1
      from "public"."categories" as "5"
      where (("5"."id") < ($3)) is not true
    )) as "hasNextPage"
    from (
      select count(*) as n, array_agg("-1") as i0, array_agg(p.k0::text) as k0
      from (
        select "3"."id" as c0_0, "3"."id" as k0
        from "public"."categories" as "3"
        where ("3"."id") > ($4) and ("3"."id") < ($3)
        order by "3"."id"
        limit 100 + 1
      ) p
      cross join lateral (select p.c0_0 as "id") "-1"
    ) q
  ) "0"
))::text as "1", to_json((
  select "0"
  from (
    select case when least(q.n, 100) > 0 and q.n > 100 then translate(encode(convert_to(json_build_array('AomfIO-Mm4'::text, q.k0[least(q.n, 100)])::text, 'UTF8'), 'base64'), E'+/=\n', '-_') end as "endCursor", q.n > 100 as "hasNextPage"
    from (
      select count(*) as n, array_agg(p.k0::text) as k0
      from (
        select "6"."id" as k0
        from "public"."categories" as "6"
        where ("6"."id") > ($5)
        order by "6"."id"
        limit 100 + 1
      ) p
    ) q
  ) "0"
))::text as "2"
-- ["6","2","6","2","2"]
