select pg_catalog.to_json((
  select "0"
  from (
    select array(
      select "0"
      from (
        select (
          select "0"
          from (
            select (
              select "0"
              from (
                select 'ProductGroupByValues'::pg_catalog.text as "__typename", "3"."a0" as "sku", "3"."a1" as "name", "3"."a2" as "price", "3"."a3" as "stock", "3"."a4" as "discontinued", "3"."a5" as "weight", "3"."a6" as "rating", "3"."a7" as "barcode", pg_catalog.translate(pg_catalog.encode("3"."a8", 'base64'), E'\n', '') as "thumbnail", "3"."a9" as "available_from", "3"."a10" as "pickup_from", case when pg_catalog.num_nonnulls("3"."a11") operator(pg_catalog.=) 1 then pg_catalog.format('%s', "3"."a11") end as "warranty", "3"."a12" as "created_at"
              ) "0"
            ) as "minimum", (
              select "0"
              from (
                select 'ProductGroupByValues'::pg_catalog.text as "__typename", "3"."a13" as "sku", "3"."a14" as "name", "3"."a15" as "price", "3"."a16" as "stock", "3"."a17" as "discontinued", "3"."a18" as "weight", "3"."a19" as "rating", "3"."a20" as "barcode", pg_catalog.translate(pg_catalog.encode("3"."a21", 'base64'), E'\n', '') as "thumbnail", "3"."a22" as "available_from", "3"."a23" as "pickup_from", case when pg_catalog.num_nonnulls("3"."a24") operator(pg_catalog.=) 1 then pg_catalog.format('%s', "3"."a24") end as "warranty", "3"."a25" as "created_at"
              ) "0"
            ) as "maximum", "3"."a26" as "warranties", "3"."a27" as "thumbnails", "3"."a28" as "discontinued"
          ) "0"
        ) as "aggregations"
        from (
          select pg_catalog.min("2"."sku"::pg_catalog.text collate pg_catalog."C")::pg_catalog.uuid as "a0", pg_catalog.min("2"."name") as "a1", pg_catalog.round(pg_catalog.min("2"."price"), coalesce(pg_catalog.max(pg_catalog.scale("2"."price")), 0)) as "a2", pg_catalog.min("2"."stock") as "a3", pg_catalog.bool_and("2"."discontinued") as "a4", (pg_catalog.min("2"."weight") operator(pg_catalog.+) 0::pg_catalog.float8) as "a5", (pg_catalog.min("2"."rating") operator(pg_catalog.+) 0::pg_catalog.float4) as "a6", pg_catalog.min("2"."barcode") as "a7", pg_catalog.decode(pg_catalog.min(pg_catalog.encode("2"."thumbnail", 'hex') collate pg_catalog."C"), 'hex') as "a8", pg_catalog.min("2"."available_from") as "a9", pg_catalog.min("2"."pickup_from") as "a10", pg_catalog.percentile_disc(0) within group (order by "2"."warranty") as "a11", pg_catalog.min("2"."created_at") as "a12", pg_catalog.max("2"."sku"::pg_catalog.text collate pg_catalog."C")::pg_catalog.uuid as "a13", pg_catalog.max("2"."name") as "a14", pg_catalog.round(pg_catalog.max("2"."price"), coalesce(pg_catalog.max(pg_catalog.scale("2"."price")), 0)) as "a15", pg_catalog.max("2"."stock") as "a16", pg_catalog.bool_or("2"."discontinued") as "a17", (pg_catalog.max("2"."weight") operator(pg_catalog.+) 0::pg_catalog.float8) as "a18", (pg_catalog.max("2"."rating") operator(pg_catalog.+) 0::pg_catalog.float4) as "a19", pg_catalog.max("2"."barcode") as "a20", pg_catalog.decode(pg_catalog.max(pg_catalog.encode("2"."thumbnail", 'hex') collate pg_catalog."C"), 'hex') as "a21", pg_catalog.max("2"."available_from") as "a22", pg_catalog.max("2"."pickup_from") as "a23", pg_catalog.percentile_disc(1) within group (order by "2"."warranty") as "a24", pg_catalog.max("2"."created_at") as "a25", pg_catalog.count(distinct "2"."warranty") as "a26", pg_catalog.count(distinct "2"."thumbnail") as "a27", pg_catalog.count(distinct "2"."discontinued") as "a28"
          from "public"."products" as "2"
          limit 1
        ) "3"
      ) "0"
    ) as "groupBy", array(
      select "0"
      from (
        select (
          select "0"
          from (
            select case when pg_catalog.num_nonnulls("5"."f0") operator(pg_catalog.=) 1 then pg_catalog.format('%s', "5"."f0") end as "warranty", "5"."f1" as "pickup_from", "5"."f2" as "available_from"
          ) "0"
        ) as "fields"
        from (
          select pg_catalog.min((case when pg_catalog.num_nonnulls("4"."warranty") operator(pg_catalog.=) 1 then pg_catalog.format('%s', "4"."warranty") end) collate pg_catalog."C")::pg_catalog.interval as "f0", "4"."pickup_from" as "f1", "4"."available_from" as "f2"
          from "public"."products" as "4"
          group by "4"."warranty", "4"."pickup_from", "4"."available_from"
          order by "f0" desc nulls last, "f1", "f2"
          limit 3
        ) "5"
      ) "0"
    ) as "warranty", array(
      select "0"
      from (
        select (
          select "0"
          from (select "7"."f0" as "weight", "7"."f1" as "rating") "0"
        ) as "fields", (
          select "0"
          from (
            select "7"."a0" as "weight", "7"."a1" as "mean", "7"."a2" as "rating", "7"."a3" as "sum"
          ) "0"
        ) as "aggregations"
        from (
          select ("6"."weight" operator(pg_catalog.+) 0::pg_catalog.float8) as "f0", ("6"."rating" operator(pg_catalog.+) 0::pg_catalog.float4) as "f1", (pg_catalog.max("6"."weight") operator(pg_catalog.+) 0::pg_catalog.float8) as "a0", (pg_catalog.sum("6"."weight" order by "6"."weight") operator(pg_catalog./) pg_catalog.count("6"."weight")) as "a1", (pg_catalog.min("6"."rating") operator(pg_catalog.+) 0::pg_catalog.float4) as "a2", pg_catalog.sum("6"."rating"::pg_catalog.float8 order by "6"."rating"::pg_catalog.float8) as "a3"
          from "public"."products" as "6"
          group by "6"."weight", "6"."rating"
          having (pg_catalog.max("6"."weight") operator(pg_catalog.+) 0::pg_catalog.float8) operator(pg_catalog.>) $1
          order by "f0" desc, "f1"
          limit 4
        ) "7"
      ) "0"
    ) as "weight", array(
      select "0"
      from (
        select (
          select "0"
          from (
            select "9"."f0" as "sku", pg_catalog.translate(pg_catalog.encode("9"."f1", 'base64'), E'\n', '') as "thumbnail", "9"."f2" as "created_at"
          ) "0"
        ) as "fields"
        from (
          select "8"."sku" as "f0", "8"."thumbnail" as "f1", "8"."created_at" as "f2"
          from "public"."products" as "8"
          group by "8"."sku", "8"."thumbnail", "8"."created_at"
          order by "f0", "f1", "f2"
          limit 2
        ) "9"
      ) "0"
    ) as "identity"
  ) "0"
))::pg_catalog.text as "0"
-- ["100000000000000000000"]
