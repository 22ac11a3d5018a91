select pg_catalog.to_json(array(
  select (select pg_catalog.json_object_agg(p.k, p.v order by p.n) from (values (0, 'id', pg_catalog.to_json("0"."0")), (1, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_one', pg_catalog.to_json("0"."1")), (2, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_two', pg_catalog.to_json("0"."2")), (3, 'category', pg_catalog.to_json("0"."3"))) p(n, k, v))
  from (
    select "1"."id" as "0", "1"."name" as "1", "1"."price" as "2", (
      select (select pg_catalog.json_object_agg(p.k, p.v order by p.n) from (values (0, 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', pg_catalog.to_json("0"."0"))) p(n, k, v))
      from (
        select "2"."name" as "0"
        from "public"."categories" as "2"
        where "2"."id" operator(pg_catalog.=) "1"."category_id"
      ) "0"
    ) as "3"
    from "public"."products" as "1"
    order by "1"."id"
    limit 2
  ) "0"
))::pg_catalog.text as "0"
-- []
