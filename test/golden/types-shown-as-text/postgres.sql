select pg_catalog.to_json((
  select "0"
  from (
    select (
      select pg_catalog.count(*)
      from "public"."products" as "2"
      where ("2"."warranty" operator(pg_catalog.>=) $1::pg_catalog.interval and "2"."warranty" operator(pg_catalog.<>) $2::pg_catalog.interval)
    ) as "totalCount", coalesce(q.i0, '{}') as "items", case when q.n operator(pg_catalog.>) 0 then pg_catalog.translate(pg_catalog.encode(pg_catalog.convert_to(case when pg_catalog.octet_length(pg_catalog.json_build_array('4M5tNpFX6Z'::pg_catalog.text, q.k0[q.n], q.k1[q.n])::pg_catalog.text) operator(pg_catalog.<=) 1536 then pg_catalog.json_build_array('4M5tNpFX6Z'::pg_catalog.text, q.k0[q.n], q.k1[q.n])::pg_catalog.text else pg_catalog.json_build_array('4M5tNpFX6Z.key'::pg_catalog.text, q.k1[q.n])::pg_catalog.text end, 'UTF8'), 'base64'), E'+/=\n', '-_') end as "endCursor", array(
      select "0"
      from (
        select (
          select "0"
          from (
            select case when pg_catalog.num_nonnulls("4"."f0") operator(pg_catalog.=) 1 then pg_catalog.format('%s', "4"."f0") end as "warranty"
          ) "0"
        ) as "fields", (
          select "0"
          from (
            select "4"."a0" as "count", (
              select "0"
              from (
                select case when pg_catalog.num_nonnulls("4"."a1") operator(pg_catalog.=) 1 then pg_catalog.format('%s', "4"."a1") end as "warranty"
              ) "0"
            ) as "maximum"
          ) "0"
        ) as "aggregations"
        from (
          select pg_catalog.min((case when pg_catalog.num_nonnulls("3"."warranty") operator(pg_catalog.=) 1 then pg_catalog.format('%s', "3"."warranty") end) collate pg_catalog."C")::pg_catalog.interval as "f0", pg_catalog.count(*) as "a0", pg_catalog.percentile_disc(1) within group (order by "3"."warranty") as "a1"
          from "public"."products" as "3"
          where ("3"."warranty" operator(pg_catalog.>=) $1::pg_catalog.interval and "3"."warranty" operator(pg_catalog.<>) $2::pg_catalog.interval)
          group by "3"."warranty"
          having pg_catalog.percentile_disc(1) within group (order by "3"."warranty") operator(pg_catalog.<) $3::pg_catalog.interval
          order by "f0" desc
          limit 100
        ) "4"
      ) "0"
    ) as "groupBy"
    from (
      select pg_catalog.count(*) as n, pg_catalog.array_agg("-1") as i0, pg_catalog.array_agg(p.k0::pg_catalog.text) as k0, pg_catalog.array_agg(p.k1::pg_catalog.text) as k1
      from (
        select "1"."name" as c0_0, case when pg_catalog.num_nonnulls("1"."warranty") operator(pg_catalog.=) 1 then pg_catalog.format('%s', "1"."warranty") end as c0_1, "1"."warranty" as k0, "1"."id" as k1
        from "public"."products" as "1"
        where ("1"."warranty" operator(pg_catalog.>=) $1::pg_catalog.interval and "1"."warranty" operator(pg_catalog.<>) $2::pg_catalog.interval)
        order by "1"."warranty" desc, "1"."id"
        limit 2
      ) p
      cross join lateral (select p.c0_0 as "name", p.c0_1 as "warranty") "-1"
    ) q
  ) "0"
))::pg_catalog.text as "0", pg_catalog.to_json((
  select "0"
  from (
    select coalesce(q.i0, '{}') as "items"
    from (
      select pg_catalog.count(*) as n, pg_catalog.array_agg("-1") as i0
      from (
        select case when pg_catalog.num_nonnulls("5"."last_ip") operator(pg_catalog.=) 1 then pg_catalog.format('%s', "5"."last_ip") end as c0_0
        from "public"."customers" as "5"
        where ("5"."last_ip" operator(pg_catalog.=) any ($4::pg_catalog.inet[]) or "5"."last_ip" is null)
        order by "5"."last_ip", "5"."id"
        limit 3
      ) p
      cross join lateral (select p.c0_0 as "last_ip") "-1"
    ) q
  ) "0"
))::pg_catalog.text as "1"
-- ["30 days","24 mons","10 years","{\"192.0.2.84\",\"2001:db8:0::3/128\"}"]
