select to_json((
  select "0"
  from (
    select case when least(q.n, 3) > 0 and q.n > 3 then translate(encode(convert_to(case when octet_length(json_build_array('0qK9q2Wnk2'::text, q.k0[least(q.n, 3)], q.k1[least(q.n, 3)])::text) <= 1536 then json_build_array('0qK9q2Wnk2'::text, q.k0[least(q.n, 3)], q.k1[least(q.n, 3)])::text else json_build_array('0qK9q2Wnk2.key'::text, q.k1[least(q.n, 3)])::text end, 'UTF8'), 'base64'), E'+/=\n', '-_') end as "endCursor"
    from (
      select count(*) as n, array_agg(p.k0::text) as k0, array_agg(p.k1::text) as k1
      from (
        select "1"."name" as k0, "1"."id" as k1
        from "public"."categories" as "1"
        order by "1"."name" desc, "1"."id"
        limit 3 + 1
      ) p
    ) q
  ) "0"
))::text as "0", to_json((
  select "0"
  from (
    select case when least(q.n, $1::bigint) > 0 then translate(encode(convert_to(case when octet_length(json_build_array('0qK9q2Wnk2'::text, q.k0[1], q.k1[1])::text) <= 1536 then json_build_array('0qK9q2Wnk2'::text, q.k0[1], q.k1[1])::text else json_build_array('0qK9q2Wnk2.key'::text, q.k1[1])::text end, 'UTF8'), 'base64'), E'+/=\n', '-_') end as "startCursor", case when least(q.n, $1::bigint) > 0 and q.n > $1::bigint then translate(encode(convert_to(case when octet_length(json_build_array('0qK9q2Wnk2'::text, q.k0[least(q.n, $1::bigint)], q.k1[least(q.n, $1::bigint)])::text) <= 1536 then json_build_array('0qK9q2Wnk2'::text, q.k0[least(q.n, $1::bigint)], q.k1[least(q.n, $1::bigint)])::text else json_build_array('0qK9q2Wnk2.key'::text, q.k1[least(q.n, $1::bigint)])::text end, 'UTF8'), 'base64'), E'+/=\n', '-_') end as "endCursor", (select count(*) from "public"."categories" as "3") as "totalCount"
    from (
      select count(*) as n, array_agg(p.k0::text) as k0, array_agg(p.k1::text) as k1
      from (
        select "2"."name" as k0, "2"."id" as k1
        from "public"."categories" as "2"
        order by "2"."name" desc, "2"."id"
        limit $1::bigint + 1
      ) p
    ) q
  ) "0"
))::text as "1", to_json((
  select "0"
  from (
    select case when least(q.n, 3) > 0 then translate(encode(convert_to(case when octet_length(json_build_array('0qK9q2Wnk2'::text, q.k0[q.n - least(q.n, 3) + 1], q.k1[q.n - least(q.n, 3) + 1])::text) <= 1536 then json_build_array('0qK9q2Wnk2'::text, q.k0[q.n - least(q.n, 3) + 1], q.k1[q.n - least(q.n, 3) + 1])::text else json_build_array('0qK9q2Wnk2.key'::text, q.k1[q.n - least(q.n, 3) + 1])::text end, 'UTF8'), 'base64'), E'+/=\n', '-_') end as "startCursor", case when least(q.n, 3) > 0 and false then translate(encode(convert_to(case when octet_length(json_build_array('0qK9q2Wnk2'::text, q.k0[q.n], q.k1[q.n])::text) <= 1536 then json_build_array('0qK9q2Wnk2'::text, q.k0[q.n], q.k1[q.n])::text else json_build_array('0qK9q2Wnk2.key'::text, q.k1[q.n])::text end, 'UTF8'), 'base64'), E'+/=\n', '-_') end as "endCursor", q.n > 3 as "hasPreviousPage"
    from (
      select count(*) as n, array_agg(p.k0::text order by p.n desc) as k0, array_agg(p.k1::text order by p.n desc) as k1
      from (
        select p.*, row_number() over () as n from (
          select "4"."name" as k0, "4"."id" as k1
          from "public"."categories" as "4"
          order by "4"."name", "4"."id" desc
          limit 3 + 1
        ) p
      ) p
    ) q
  ) "0"
))::text as "2", to_json((
  select "0"
  from (
    select case when least(q.n, 0) > 0 and q.n > 0 then translate(encode(convert_to(json_build_array('AomfIO-Mm4'::text, q.k0[least(q.n, 0)])::text, 'UTF8'), 'base64'), E'+/=\n', '-_') end as "endCursor", q.n > 0 as "hasNextPage"
    from (
      select count(*) as n, array_agg(p.k0::text) as k0
      from (
        select "5"."id" as k0
        from "public"."categories" as "5"
        order by "5"."id"
        limit 0 + 1
      ) p
    ) q
  ) "0"
))::text as "3", to_json((
  select "0"
  from (
    select (select count(*) from "public"."suppliers" as "7") as "totalCount", case when least(q.n, 100000) > 0 and q.n > 100000 then translate(encode(convert_to(json_build_array('1aHFsnPC-A'::text, q.k0[least(q.n, 100000)])::text, 'UTF8'), 'base64'), E'+/=\n', '-_') end as "endCursor"
    from (
      select count(*) as n, array_agg(p.k0::text) as k0
      from (
        select "6"."id" as k0
        from "public"."suppliers" as "6"
        order by "6"."id"
        limit 100000 + 1
      ) p
    ) q
  ) "0"
))::text as "4"
-- ["100000"]
