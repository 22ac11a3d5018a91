select pg_catalog.to_json(array(
  select "0"
  from (
    select "1"."id" as "id", "1"."birthday" as "birthday"
    from "public"."customers" as "1"
    order by "1"."birthday", "1"."id"
    limit 3
  ) "0"
))::pg_catalog.text as "0", pg_catalog.to_json(array(
  select "0"
  from (
    select "2"."id" as "id", "2"."birthday" as "birthday"
    from "public"."customers" as "2"
    order by "2"."birthday" desc, "2"."id"
    limit 3
  ) "0"
))::pg_catalog.text as "1", pg_catalog.to_json(array(
  select "0"
  from (
    select "3"."id" as "id", "3"."birthday" as "birthday"
    from "public"."customers" as "3"
    order by "3"."birthday" nulls first, "3"."id" desc
    limit 3
  ) "0"
))::pg_catalog.text as "2", pg_catalog.to_json(array(
  select "0"
  from (
    select "4"."id" as "id", "4"."birthday" as "birthday"
    from "public"."customers" as "4"
    order by "4"."birthday" desc nulls last, "4"."name", "4"."id"
    limit 3
  ) "0"
))::pg_catalog.text as "3"
-- []
