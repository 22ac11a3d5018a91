select to_json(array(
  select "0"
  from (
    select "1"."revenue" as "revenue"
    from "public"."sales" as "1"
    where (("1"."revenue" = $1 or "1"."revenue" = $2 or ("1"."revenue" >= $3 and "1"."revenue" < $4) or ("1"."revenue" > $5 and "1"."revenue" <= $6) or "1"."revenue" = any($7)) and ("1"."revenue" <> $8 and not ("1"."revenue" = any($9))))
    order by "1"."revenue", "1"."month", "1"."country"
    limit 100
  ) "0"
))::text as "0"
-- ["10709.170","10709.171","4049.459","4049.461","4049.461","4049.469","{\"9320.67\",\"9320.671\"}","1.001","{\"2.001\"}"]
