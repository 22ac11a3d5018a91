-- write 0
insert into "public"."categories" as "1" ("name")
values ($1)
returning '1' as n, pg_catalog.json_build_array(pg_catalog.json_build_array("1"."id"::pg_catalog.text))::pg_catalog.text as k
-- ["Toys"]

-- write 1
with w as (
  insert into "public"."categories" ("name", "parent_id")
  values ($1, $2), ($3, $2)
  returning 1
)
select (select pg_catalog.count(*) from w as "1")::pg_catalog.text as n
-- ["Dolls","id of write 0","Trains"]

-- write 2
insert into "public"."categories" as "1" ("name")
values ($1)
returning '1' as n, pg_catalog.json_build_array(pg_catalog.json_build_array("1"."id"::pg_catalog.text))::pg_catalog.text as k
-- ["Fun"]

-- write 3
insert into "public"."categories" as "1" ("name", "parent_id")
values ($1, $2)
returning '1' as n, pg_catalog.json_build_array(pg_catalog.json_build_array("1"."id"::pg_catalog.text))::pg_catalog.text as k
-- ["Games","id of write 2"]

-- if write 0 changed a row
select pg_catalog.to_json((
  select "0"
  from (
    select "1"."name" as "name", (
      select "0"
      from (
        select "2"."name" as "name"
        from "public"."categories" as "2"
        where "2"."id" operator(pg_catalog.=) "1"."parent_id"
      ) "0"
    ) as "parent", array(
      select "0"
      from (
        select "3"."name" as "name"
        from "public"."categories" as "3"
        where "3"."parent_id" operator(pg_catalog.=) "1"."id"
        order by "3"."id"
        limit 100
      ) "0"
    ) as "children"
    from pg_catalog.json_array_elements($1::pg_catalog.json) with ordinality c(v, n)
    join "public"."categories" as "1" on "1"."id" operator(pg_catalog.=) (c.v operator(pg_catalog.->>) 0)::pg_catalog.int2
    limit 1
  ) "0"
))::pg_catalog.text as v0
-- ["(id) of write 0"]

-- if write 3 changed a row
select pg_catalog.to_json((
  select "0"
  from (
    select "1"."name" as "name", (
      select "0"
      from (
        select "2"."name" as "name"
        from "public"."categories" as "2"
        where "2"."id" operator(pg_catalog.=) "1"."parent_id"
      ) "0"
    ) as "parent", array(
      select "0"
      from (
        select "3"."name" as "name"
        from "public"."categories" as "3"
        where "3"."parent_id" operator(pg_catalog.=) "1"."id"
        order by "3"."id"
        limit 100
      ) "0"
    ) as "children"
    from pg_catalog.json_array_elements($1::pg_catalog.json) with ordinality c(v, n)
    join "public"."categories" as "1" on "1"."id" operator(pg_catalog.=) (c.v operator(pg_catalog.->>) 0)::pg_catalog.int2
    limit 1
  ) "0"
))::pg_catalog.text as v0
-- ["(id) of write 3"]
