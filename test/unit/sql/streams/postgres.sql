select pg_catalog.to_json((
  select "0"
  from (
    select coalesce(q.i0, '{}') as "items", case when q.n operator(pg_catalog.>) 0 then pg_catalog.translate(pg_catalog.encode(pg_catalog.convert_to(pg_catalog.json_build_array('Kj48KdIFJh'::pg_catalog.text, q.k0[q.n], q.k1[q.n])::pg_catalog.text, 'UTF8'), 'base64'), E'+/=\n', '-_') end as "endCursor"
    from (
      select pg_catalog.count(*) as n, pg_catalog.array_agg("-1") as i0, pg_catalog.array_agg(p.k0::pg_catalog.text) as k0, pg_catalog.array_agg(p.k1::pg_catalog.text) as k1
      from (
        select "1"."id" as c0_0, "1"."customer_id" as k0, "1"."id" as k1
        from "public"."orders" as "1"
        where false
        order by "1"."customer_id", "1"."id"
        limit 3
      ) p
      cross join lateral (select p.c0_0 as "id") "-1"
    ) q
  ) "0"
))::pg_catalog.text as "0", pg_catalog.to_json((
  select "0"
  from (
    select case when q.n operator(pg_catalog.>) 0 then pg_catalog.translate(pg_catalog.encode(pg_catalog.convert_to(pg_catalog.json_build_array('Kj48KdIFJh'::pg_catalog.text, q.k0[q.n], q.k1[q.n])::pg_catalog.text, 'UTF8'), 'base64'), E'+/=\n', '-_') end as "endCursor"
    from (
      select pg_catalog.count(*) as n, pg_catalog.array_agg(p.k0::pg_catalog.text order by p.n desc) as k0, pg_catalog.array_agg(p.k1::pg_catalog.text order by p.n desc) as k1
      from (
        select p.*, pg_catalog.row_number() over () as n from (
          select "2"."customer_id" as k0, "2"."id" as k1
          from "public"."orders" as "2"
          order by "2"."customer_id" desc, "2"."id" desc
          limit 1
        ) p
      ) p
    ) q
  ) "0"
))::pg_catalog.text as "1"
-- []

select pg_catalog.to_json((
  select "0"
  from (
    select coalesce(q.i0, '{}') as "items", case when q.n operator(pg_catalog.>) 0 then pg_catalog.translate(pg_catalog.encode(pg_catalog.convert_to(pg_catalog.json_build_array('Kj48KdIFJh'::pg_catalog.text, q.k0[q.n], q.k1[q.n])::pg_catalog.text, 'UTF8'), 'base64'), E'+/=\n', '-_') end as "endCursor"
    from (
      select pg_catalog.count(*) as n, pg_catalog.array_agg("-1") as i0, pg_catalog.array_agg(p.k0::pg_catalog.text) as k0, pg_catalog.array_agg(p.k1::pg_catalog.text) as k1
      from (
        select "1"."id" as c0_0, "1"."customer_id" as k0, "1"."id" as k1
        from "public"."orders" as "1"
        where ("1"."customer_id", "1"."id") operator(pg_catalog.<=) ($1, $2)
        order by "1"."customer_id", "1"."id"
        limit 3
      ) p
      cross join lateral (select p.c0_0 as "id") "-1"
    ) q
  ) "0"
))::pg_catalog.text as "0", pg_catalog.to_json((
  select "0"
  from (
    select case when q.n operator(pg_catalog.>) 0 then pg_catalog.translate(pg_catalog.encode(pg_catalog.convert_to(pg_catalog.json_build_array('Kj48KdIFJh'::pg_catalog.text, q.k0[q.n], q.k1[q.n])::pg_catalog.text, 'UTF8'), 'base64'), E'+/=\n', '-_') end as "endCursor"
    from (
      select pg_catalog.count(*) as n, pg_catalog.array_agg(p.k0::pg_catalog.text order by p.n desc) as k0, pg_catalog.array_agg(p.k1::pg_catalog.text order by p.n desc) as k1
      from (
        select p.*, pg_catalog.row_number() over () as n from (
          select "2"."customer_id" as k0, "2"."id" as k1
          from "public"."orders" as "2"
          order by "2"."customer_id" desc, "2"."id" desc
          limit 1
        ) p
      ) p
    ) q
  ) "0"
))::pg_catalog.text as "1"
-- ["5","9"]

select pg_catalog.to_json((
  select "0"
  from (
    select coalesce(q.i0, '{}') as "items", case when q.n operator(pg_catalog.>) 0 then pg_catalog.translate(pg_catalog.encode(pg_catalog.convert_to(pg_catalog.json_build_array('Kj48KdIFJh'::pg_catalog.text, q.k0[q.n], q.k1[q.n])::pg_catalog.text, 'UTF8'), 'base64'), E'+/=\n', '-_') end as "endCursor"
    from (
      select pg_catalog.count(*) as n, pg_catalog.array_agg("-1") as i0, pg_catalog.array_agg(p.k0::pg_catalog.text) as k0, pg_catalog.array_agg(p.k1::pg_catalog.text) as k1
      from (
        select "1"."id" as c0_0, "1"."customer_id" as k0, "1"."id" as k1
        from "public"."orders" as "1"
        where ("1"."customer_id", "1"."id") operator(pg_catalog.>) ($1, $2) and ("1"."customer_id", "1"."id") operator(pg_catalog.<=) ($3, $4)
        order by "1"."customer_id", "1"."id"
        limit 3
      ) p
      cross join lateral (select p.c0_0 as "id") "-1"
    ) q
  ) "0"
))::pg_catalog.text as "0", pg_catalog.to_json((
  select "0"
  from (
    select case when q.n operator(pg_catalog.>) 0 then pg_catalog.translate(pg_catalog.encode(pg_catalog.convert_to(pg_catalog.json_build_array('Kj48KdIFJh'::pg_catalog.text, q.k0[q.n], q.k1[q.n])::pg_catalog.text, 'UTF8'), 'base64'), E'+/=\n', '-_') end as "endCursor"
    from (
      select pg_catalog.count(*) as n, pg_catalog.array_agg(p.k0::pg_catalog.text order by p.n desc) as k0, pg_catalog.array_agg(p.k1::pg_catalog.text order by p.n desc) as k1
      from (
        select p.*, pg_catalog.row_number() over () as n from (
          select "2"."customer_id" as k0, "2"."id" as k1
          from "public"."orders" as "2"
          where ("2"."customer_id", "2"."id") operator(pg_catalog.>) ($1, $2)
          order by "2"."customer_id" desc, "2"."id" desc
          limit 1
        ) p
      ) p
    ) q
  ) "0"
))::pg_catalog.text as "1"
-- ["5","7","5","9"]

select pg_catalog.to_json((
  select "0"
  from (
    select coalesce(q.i0, '{}') as "items", case when q.n operator(pg_catalog.>) 0 then pg_catalog.translate(pg_catalog.encode(pg_catalog.convert_to(pg_catalog.json_build_array('GCzDUoPhss'::pg_catalog.text, q.k0[q.n], q.k1[q.n])::pg_catalog.text, 'UTF8'), 'base64'), E'+/=\n', '-_') end as "endCursor"
    from (
      select pg_catalog.count(*) as n, pg_catalog.array_agg("-1") as i0, pg_catalog.array_agg(p.k0::pg_catalog.text) as k0, pg_catalog.array_agg(p.k1::pg_catalog.text) as k1
      from (
        select "1"."id" as c0_0, "1"."written" as k0, "1"."id" as k1
        from "public"."orders" as "1"
        where "1"."written" operator(pg_catalog.<) pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot())
        order by "1"."written", "1"."id"
        limit 3
      ) p
      cross join lateral (select p.c0_0 as "id") "-1"
    ) q
  ) "0"
))::pg_catalog.text as "0", pg_catalog.to_json((
  select "0"
  from (
    select case when q.n operator(pg_catalog.>) 0 then pg_catalog.translate(pg_catalog.encode(pg_catalog.convert_to(pg_catalog.json_build_array('GCzDUoPhss'::pg_catalog.text, q.k0[q.n], q.k1[q.n])::pg_catalog.text, 'UTF8'), 'base64'), E'+/=\n', '-_') end as "endCursor"
    from (
      select pg_catalog.count(*) as n, pg_catalog.array_agg(p.k0::pg_catalog.text order by p.n desc) as k0, pg_catalog.array_agg(p.k1::pg_catalog.text order by p.n desc) as k1
      from (
        select p.*, pg_catalog.row_number() over () as n from (
          select "2"."written" as k0, "2"."id" as k1
          from "public"."orders" as "2"
          order by "2"."written" desc, "2"."id" desc
          limit 1
        ) p
      ) p
    ) q
  ) "0"
))::pg_catalog.text as "1"
-- []
