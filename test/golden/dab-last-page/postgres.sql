select pg_catalog.to_json((
  select "0"
  from (
    select case when least(q.n, 3) operator(pg_catalog.>) 0 and q.n operator(pg_catalog.>) 3 then pg_catalog.translate(pg_catalog.encode(pg_catalog.convert_to(case when pg_catalog.octet_length(pg_catalog.json_build_array('0qK9q2Wnk2'::pg_catalog.text, q.k0[least(q.n, 3)], q.k1[least(q.n, 3)])::pg_catalog.text) operator(pg_catalog.<=) 1536 then pg_catalog.json_build_array('0qK9q2Wnk2'::pg_catalog.text, q.k0[least(q.n, 3)], q.k1[least(q.n, 3)])::pg_catalog.text else pg_catalog.json_build_array('0qK9q2Wnk2.key'::pg_catalog.text, q.k1[least(q.n, 3)])::pg_catalog.text end, 'UTF8'), 'base64'), E'+/=\n', '-_') end as "endCursor"
    from (
      select pg_catalog.count(*) as n, pg_catalog.array_agg(p.k0::pg_catalog.text) as k0, pg_catalog.array_agg(p.k1::pg_catalog.text) as k1
      from (
        select "1"."name" as k0, "1"."id" as k1
        from "public"."categories" as "1"
        order by "1"."name" desc, "1"."id"
        limit 4
      ) p
    ) q
  ) "0"
))::pg_catalog.text as "0", pg_catalog.to_json((
  select "0"
  from (
    select case when least(q.n, $1::pg_catalog.int8) operator(pg_catalog.>) 0 then pg_catalog.translate(pg_catalog.encode(pg_catalog.convert_to(case when pg_catalog.octet_length(pg_catalog.json_build_array('0qK9q2Wnk2'::pg_catalog.text, q.k0[1], q.k1[1])::pg_catalog.text) operator(pg_catalog.<=) 1536 then pg_catalog.json_build_array('0qK9q2Wnk2'::pg_catalog.text, q.k0[1], q.k1[1])::pg_catalog.text else pg_catalog.json_build_array('0qK9q2Wnk2.key'::pg_catalog.text, q.k1[1])::pg_catalog.text end, 'UTF8'), 'base64'), E'+/=\n', '-_') end as "startCursor", case when least(q.n, $1::pg_catalog.int8) operator(pg_catalog.>) 0 and q.n operator(pg_catalog.>) $1::pg_catalog.int8 then pg_catalog.translate(pg_catalog.encode(pg_catalog.convert_to(case when pg_catalog.octet_length(pg_catalog.json_build_array('0qK9q2Wnk2'::pg_catalog.text, q.k0[least(q.n, $1::pg_catalog.int8)], q.k1[least(q.n, $1::pg_catalog.int8)])::pg_catalog.text) operator(pg_catalog.<=) 1536 then pg_catalog.json_build_array('0qK9q2Wnk2'::pg_catalog.text, q.k0[least(q.n, $1::pg_catalog.int8)], q.k1[least(q.n, $1::pg_catalog.int8)])::pg_catalog.text else pg_catalog.json_build_array('0qK9q2Wnk2.key'::pg_catalog.text, q.k1[least(q.n, $1::pg_catalog.int8)])::pg_catalog.text end, 'UTF8'), 'base64'), E'+/=\n', '-_') end as "endCursor", (
      select pg_catalog.count(*)
      from "public"."categories" as "3"
    ) as "totalCount"
    from (
      select pg_catalog.count(*) as n, pg_catalog.array_agg(p.k0::pg_catalog.text) as k0, pg_catalog.array_agg(p.k1::pg_catalog.text) as k1
      from (
        select "2"."name" as k0, "2"."id" as k1
        from "public"."categories" as "2"
        order by "2"."name" desc, "2"."id"
        limit $1::pg_catalog.int8 operator(pg_catalog.+) 1
      ) p
    ) q
  ) "0"
))::pg_catalog.text as "1", pg_catalog.to_json((
  select "0"
  from (
    select case when least(q.n, 3) operator(pg_catalog.>) 0 then pg_catalog.translate(pg_catalog.encode(pg_catalog.convert_to(case when pg_catalog.octet_length(pg_catalog.json_build_array('0qK9q2Wnk2'::pg_catalog.text, q.k0[q.n operator(pg_catalog.-) least(q.n, 3) operator(pg_catalog.+) 1], q.k1[q.n operator(pg_catalog.-) least(q.n, 3) operator(pg_catalog.+) 1])::pg_catalog.text) operator(pg_catalog.<=) 1536 then pg_catalog.json_build_array('0qK9q2Wnk2'::pg_catalog.text, q.k0[q.n operator(pg_catalog.-) least(q.n, 3) operator(pg_catalog.+) 1], q.k1[q.n operator(pg_catalog.-) least(q.n, 3) operator(pg_catalog.+) 1])::pg_catalog.text else pg_catalog.json_build_array('0qK9q2Wnk2.key'::pg_catalog.text, q.k1[q.n operator(pg_catalog.-) least(q.n, 3) operator(pg_catalog.+) 1])::pg_catalog.text end, 'UTF8'), 'base64'), E'+/=\n', '-_') end as "startCursor", case when least(q.n, 3) operator(pg_catalog.>) 0 and false then pg_catalog.translate(pg_catalog.encode(pg_catalog.convert_to(case when pg_catalog.octet_length(pg_catalog.json_build_array('0qK9q2Wnk2'::pg_catalog.text, q.k0[q.n], q.k1[q.n])::pg_catalog.text) operator(pg_catalog.<=) 1536 then pg_catalog.json_build_array('0qK9q2Wnk2'::pg_catalog.text, q.k0[q.n], q.k1[q.n])::pg_catalog.text else pg_catalog.json_build_array('0qK9q2Wnk2.key'::pg_catalog.text, q.k1[q.n])::pg_catalog.text end, 'UTF8'), 'base64'), E'+/=\n', '-_') end as "endCursor", q.n operator(pg_catalog.>) 3 as "hasPreviousPage"
    from (
      select pg_catalog.count(*) as n, pg_catalog.array_agg(p.k0::pg_catalog.text order by p.n desc) as k0, pg_catalog.array_agg(p.k1::pg_catalog.text order by p.n desc) as k1
      from (
        select p.*, pg_catalog.row_number() over () as n from (
          select "4"."name" as k0, "4"."id" as k1
          from "public"."categories" as "4"
          order by "4"."name", "4"."id" desc
          limit 4
        ) p
      ) p
    ) q
  ) "0"
))::pg_catalog.text as "2", pg_catalog.to_json((
  select "0"
  from (
    select case when least(q.n, 0) operator(pg_catalog.>) 0 and q.n operator(pg_catalog.>) 0 then pg_catalog.translate(pg_catalog.encode(pg_catalog.convert_to(pg_catalog.json_build_array('AomfIO-Mm4'::pg_catalog.text, q.k0[least(q.n, 0)])::pg_catalog.text, 'UTF8'), 'base64'), E'+/=\n', '-_') end as "endCursor", q.n operator(pg_catalog.>) 0 as "hasNextPage"
    from (
      select pg_catalog.count(*) as n, pg_catalog.array_agg(p.k0::pg_catalog.text) as k0
      from (
        select "5"."id" as k0
        from "public"."categories" as "5"
        order by "5"."id"
        limit 1
      ) p
    ) q
  ) "0"
))::pg_catalog.text as "3", pg_catalog.to_json((
  select "0"
  from (
    select (
      select pg_catalog.count(*)
      from "public"."suppliers" as "7"
    ) as "totalCount", case when least(q.n, 100000) operator(pg_catalog.>) 0 and q.n operator(pg_catalog.>) 100000 then pg_catalog.translate(pg_catalog.encode(pg_catalog.convert_to(pg_catalog.json_build_array('1aHFsnPC-A'::pg_catalog.text, q.k0[least(q.n, 100000)])::pg_catalog.text, 'UTF8'), 'base64'), E'+/=\n', '-_') end as "endCursor"
    from (
      select pg_catalog.count(*) as n, pg_catalog.array_agg(p.k0::pg_catalog.text) as k0
      from (
        select "6"."id" as k0
        from "public"."suppliers" as "6"
        order by "6"."id"
        limit 100001
      ) p
    ) q
  ) "0"
))::pg_catalog.text as "4"
-- ["100000"]
