select to_json(array(
  select "0"
  from (
    select "1"."id" as "id", "1"."attributes" as "attributes"
    from "public"."products" as "1"
    where nullif(jsonb_path_query_first("1"."attributes"::jsonb, $1::jsonpath, '{}', true), 'null') = $2::jsonb
    order by "1"."id"
    limit 2
  ) "0"
))::text as "0", to_json(array(
  select "0"
  from (
    select "2"."id" as "id", "2"."attributes" as "attributes"
    from "public"."products" as "2"
    where nullif(jsonb_path_query_first("2"."attributes"::jsonb, $3::jsonpath, '{}', true), 'null') = $4::jsonb
    order by "2"."id"
    limit 2
  ) "0"
))::text as "1", to_json(array(
  select "0"
  from (
    select "3"."id" as "id", "3"."attributes" as "attributes"
    from "public"."products" as "3"
    where ((nullif(jsonb_path_query_first("3"."attributes"::jsonb, $5::jsonpath, '{}', true), 'null') <> $6::jsonb and "3"."attributes" is not null) and not (nullif(jsonb_path_query_first("3"."attributes"::jsonb, $7::jsonpath, '{}', true), 'null') is null))
    order by "3"."id"
    limit 2
  ) "0"
))::text as "2", to_json(array(
  select "0"
  from (
    select "4"."id" as "id", "4"."attributes" as "attributes"
    from "public"."products" as "4"
    where nullif(jsonb_path_query_first("4"."attributes"::jsonb, $8::jsonpath, '{}', true), 'null') = $9::jsonb
    order by "4"."id"
    limit 1
  ) "0"
))::text as "3", to_json(array(
  select "0"
  from (
    select "5"."id" as "id", "5"."attributes" as "attributes"
    from "public"."products" as "5"
    where (nullif(jsonb_path_query_first("5"."attributes"::jsonb, $10::jsonpath, '{}', true), 'null') = $11::jsonb or nullif(jsonb_path_query_first("5"."attributes"::jsonb, $12::jsonpath, '{}', true), 'null') = $13::jsonb)
    order by "5"."id"
    limit 2
  ) "0"
))::text as "4"
-- ["strict $.\"colour\"","\"red\"","strict $.\"size\"","{\"height\":144.0,\"width\":96}","strict $.\"colour\"","\"red\"","strict $.\"parts\"[0]","strict $","12345678901234567890.123450","strict $.\"a\\\"b\"[1].\"c\"","false","strict $","{}"]
