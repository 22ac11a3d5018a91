select pg_catalog.to_json(array(
  select "0"
  from (
    select "1"."id" as "id", "1"."attributes" as "attributes"
    from "public"."products" as "1"
    where pg_catalog.jsonb_path_query_first("1"."attributes"::pg_catalog.jsonb, $1::pg_catalog.jsonpath, '{}', true) operator(pg_catalog.=) $2::pg_catalog.jsonb
    order by "1"."id"
    limit 2
  ) "0"
))::pg_catalog.text as "0", pg_catalog.to_json(array(
  select "0"
  from (
    select "2"."id" as "id", "2"."attributes" as "attributes"
    from "public"."products" as "2"
    where pg_catalog.jsonb_path_query_first("2"."attributes"::pg_catalog.jsonb, $3::pg_catalog.jsonpath, '{}', true) operator(pg_catalog.=) $4::pg_catalog.jsonb
    order by "2"."id"
    limit 2
  ) "0"
))::pg_catalog.text as "1", pg_catalog.to_json(array(
  select "0"
  from (
    select "3"."id" as "id", "3"."attributes" as "attributes"
    from "public"."products" as "3"
    where ((pg_catalog.jsonb_path_query_first("3"."attributes"::pg_catalog.jsonb, $5::pg_catalog.jsonpath, '{}', true) operator(pg_catalog.<>) $6::pg_catalog.jsonb and "3"."attributes" is not null) and not (pg_catalog.jsonb_path_query_first("3"."attributes"::pg_catalog.jsonb, $7::pg_catalog.jsonpath, '{}', true) is null))
    order by "3"."id"
    limit 2
  ) "0"
))::pg_catalog.text as "2", pg_catalog.to_json(array(
  select "0"
  from (
    select "4"."id" as "id", "4"."attributes" as "attributes"
    from "public"."products" as "4"
    where pg_catalog.jsonb_path_query_first("4"."attributes"::pg_catalog.jsonb, $8::pg_catalog.jsonpath, '{}', true) operator(pg_catalog.=) $9::pg_catalog.jsonb
    order by "4"."id"
    limit 1
  ) "0"
))::pg_catalog.text as "3", pg_catalog.to_json(array(
  select "0"
  from (
    select "5"."id" as "id", "5"."attributes" as "attributes"
    from "public"."products" as "5"
    where (pg_catalog.jsonb_path_query_first("5"."attributes"::pg_catalog.jsonb, $10::pg_catalog.jsonpath, '{}', true) operator(pg_catalog.=) $11::pg_catalog.jsonb or pg_catalog.jsonb_path_query_first("5"."attributes"::pg_catalog.jsonb, $12::pg_catalog.jsonpath, '{}', true) operator(pg_catalog.=) $13::pg_catalog.jsonb)
    order by "5"."id"
    limit 2
  ) "0"
))::pg_catalog.text as "4"
-- ["strict $.\"colour\" ? (@ != null)","\"red\"","strict $.\"size\" ? (@ != null)","{\"height\":144.0,\"width\":96}","strict $.\"colour\" ? (@ != null)","\"red\"","strict $.\"parts\"[0] ? (@ != null)","strict $ ? (@ != null)","12345678901234567890.123450","strict $.\"a\\\"b\"[1].\"c\" ? (@ != null)","false","strict $ ? (@ != null)","{}"]
