select pg_catalog.to_json(array(
  select "0"
  from (
    select "1"."revenue" as "revenue"
    from "public"."sales" as "1"
    where (("1"."revenue" operator(pg_catalog.=) $1 or "1"."revenue" operator(pg_catalog.=) $2 or ("1"."revenue" operator(pg_catalog.>=) $3 and "1"."revenue" operator(pg_catalog.<) $4) or ("1"."revenue" operator(pg_catalog.>) $5 and "1"."revenue" operator(pg_catalog.<=) $6) or "1"."revenue" operator(pg_catalog.=) any ($7)) and ("1"."revenue" operator(pg_catalog.<>) $8 and not ("1"."revenue" operator(pg_catalog.=) any ($9))))
    order by "1"."revenue", "1"."month", "1"."country"
    limit 100
  ) "0"
))::pg_catalog.text as "0"
-- ["10709.170","10709.171","4049.459","4049.461","4049.461","4049.469","{\"9320.67\",\"9320.671\"}","1.001","{\"2.001\"}"]
