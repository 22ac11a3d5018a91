select to_json((
  select "0"
  from (
    select (
      select count(*)
      from "public"."products" as "2"
      where ("2"."warranty" >= $1::interval and "2"."warranty" <> $2::interval)
    ) as "totalCount", coalesce(q.i0, '{}') as "items", case when q.n > 0 then translate(encode(convert_to(case when octet_length(json_build_array('4M5tNpFX6Z'::text, q.k0[q.n], q.k1[q.n])::text) <= 1536 then json_build_array('4M5tNpFX6Z'::text, q.k0[q.n], q.k1[q.n])::text else json_build_array('4M5tNpFX6Z.key'::text, q.k1[q.n])::text end, 'UTF8'), 'base64'), E'+/=\n', '-_') end as "endCursor", array(
      select "0"
      from (
        select (
          select "0"
          from (
            select case when num_nonnulls("4"."f0") = 1 then format('%s', "4"."f0") end as "warranty"
          ) "0"
        ) as "fields", (
          select "0"
          from (
            select "4"."a0" as "count", (
              select "0"
              from (
                select case when num_nonnulls("4"."a1") = 1 then format('%s', "4"."a1") end as "warranty"
              ) "0"
            ) as "maximum"
          ) "0"
        ) as "aggregations"
        from (
          select min((case when num_nonnulls("3"."warranty") = 1 then format('%s', "3"."warranty") end) collate "C")::interval as "f0", count(*) as "a0", percentile_disc(1) within group (order by "3"."warranty") as "a1"
          from "public"."products" as "3"
          where ("3"."warranty" >= $1::interval and "3"."warranty" <> $2::interval)
          group by "3"."warranty"
          having percentile_disc(1) within group (order by "3"."warranty") < $3::interval
          order by "f0" desc
          limit 100
        ) "4"
      ) "0"
    ) as "groupBy"
    from (
      select count(*) as n, array_agg("-1") as i0, array_agg(p.k0::text) as k0, array_agg(p.k1::text) as k1
      from (
        select "1"."name" as c0_0, case when num_nonnulls("1"."warranty") = 1 then format('%s', "1"."warranty") end as c0_1, "1"."warranty" as k0, "1"."id" as k1
        from "public"."products" as "1"
        where ("1"."warranty" >= $1::interval and "1"."warranty" <> $2::interval)
        order by "1"."warranty" desc, "1"."id"
        limit 2
      ) p
      cross join lateral (select p.c0_0 as "name", p.c0_1 as "warranty") "-1"
    ) q
  ) "0"
))::text as "0", to_json((
  select "0"
  from (
    select coalesce(q.i0, '{}') as "items"
    from (
      select count(*) as n, array_agg("-1") as i0
      from (
        select case when num_nonnulls("5"."last_ip") = 1 then format('%s', "5"."last_ip") end as c0_0
        from "public"."customers" as "5"
        where ("5"."last_ip" = any($4::inet[]) or "5"."last_ip" is null)
        order by "5"."last_ip", "5"."id"
        limit 3
      ) p
      cross join lateral (select p.c0_0 as "last_ip") "-1"
    ) q
  ) "0"
))::text as "1"
-- ["30 days","24 mons","10 years","{\"192.0.2.84\",\"2001:db8:0::3/128\"}"]
