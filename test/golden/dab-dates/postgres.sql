select pg_catalog.to_json((
  select "0"
  from (
    select coalesce(q.i0, '{}') as "items"
    from (
      select pg_catalog.count(*) as n, pg_catalog.array_agg("-1") as i0
      from (
        select "1"."id" as c0_0, "1"."hired_on"::pg_catalog.timestamptz as c0_1
        from "public"."employees" as "1"
        where (("1"."hired_on" operator(pg_catalog.<) $1::pg_catalog.timestamp and "1"."hired_on" operator(pg_catalog.<>) $2::pg_catalog.timestamp and not ("1"."hired_on" operator(pg_catalog.=) any ($3::pg_catalog.timestamp[]))) and exists (
          select 1
          from "public"."customers" as "2"
          where "2"."account_manager_id" operator(pg_catalog.=) "1"."id" and "2"."birthday" operator(pg_catalog.>=) $4::pg_catalog.timestamp
        ))
        order by "1"."hired_on" desc, "1"."id"
        limit 100
      ) p
      cross join lateral (select p.c0_0 as "id", p.c0_1 as "hired_on") "-1"
    ) q
  ) "0"
))::pg_catalog.text as "0"
-- ["2020-06-30T20:00:00","2016-02-29T11:00:00","{\"2019-01-01T00:00:00\",\"2019-01-02T10:00:00\"}","1970-01-01T00:00:00"]
