select d.n, to_base64(unhex(sha2(concat_ws('\n', ifnull(d.v0, 'n'), ifnull(d.v1, 'n'), ifnull(d.v2, 'n')), 256))), if(to_base64(unhex(sha2(concat_ws('\n', ifnull(d.v0, 'n'), ifnull(d.v1, 'n'), ifnull(d.v2, 'n')), 256))) <=> d.h, null, d.v0), if(to_base64(unhex(sha2(concat_ws('\n', ifnull(d.v0, 'n'), ifnull(d.v1, 'n'), ifnull(d.v2, 'n')), 256))) <=> d.h, null, d.v1), if(to_base64(unhex(sha2(concat_ws('\n', ifnull(d.v0, 'n'), ifnull(d.v1, 'n'), ifnull(d.v2, 'n')), 256))) <=> d.h, null, d.v2)
from (
  select m.n, m.h, (
    select ifnull(concat('{"_etag":"', left(sha2(concat('[', ifnull(`1`.`id`, 'null'), ',', ifnull(json_quote(`1`.`name`), 'null'), ',', ifnull(json_quote(`1`.`email`), 'null'), ',', ifnull(json_quote(`1`.`phone`), 'null'), ',', ifnull(json_quote(`1`.`country`), 'null'), ',', ifnull(json_quote(`1`.`city`), 'null'), ',', ifnull(json_quote(`1`.`vat_number`), 'null'), ',', ifnull(concat('"', `1`.`birthday`, '"'), 'null'), ',', if(`1`.`newsletter` is null, 'null', if(`1`.`newsletter`, 'true', 'false')), ',', ifnull(`1`.`satisfaction`, 'null'), ',', ifnull(`1`.`loyalty_points`, 'null'), ',', ifnull(`1`.`credit`, 'null'), ',', ifnull(`1`.`account_manager_id`, 'null'), ',', ifnull(json_quote(`1`.`external_id`), 'null'), ',', ifnull(json_quote(`1`.`last_ip`), 'null'), ',', ifnull(json_quote(`1`.`notes`), 'null'), ',', ifnull(concat('"', insert(trim(trailing '.' from trim(trailing '0' from `1`.`created_at`)), 11, 1, 'T'), '+00:00"'), 'null'), ',', ifnull(concat('"', insert(trim(trailing '.' from trim(trailing '0' from `1`.`updated_at`)), 11, 1, 'T'), '+00:00"'), 'null'), ']'), 256), 32), '","name":', ifnull(json_quote(`1`.`name`), 'null'), ',"orders":[', (
      select ifnull(group_concat(
        ifnull(concat('{"_etag":"', left(sha2(concat('[', ifnull(`2`.`id`, 'null'), ',', ifnull(json_quote(`2`.`reference`), 'null'), ',', ifnull(`2`.`customer_id`, 'null'), ',', ifnull(`2`.`employee_id`, 'null'), ',', ifnull(`2`.`billing_address_id`, 'null'), ',', ifnull(`2`.`shipping_address_id`, 'null'), ',', ifnull(json_quote(`2`.`status`), 'null'), ',', ifnull(`2`.`priority`, 'null'), ',', if(`2`.`gift` is null, 'null', if(`2`.`gift`, 'true', 'false')), ',', ifnull(concat('"', insert(trim(trailing '.' from trim(trailing '0' from `2`.`placed_at`)), 11, 1, 'T'), '+00:00"'), 'null'), ',', ifnull(concat('"', `2`.`required_on`, '"'), 'null'), ',', ifnull(concat('"', insert(trim(trailing '.' from trim(trailing '0' from `2`.`shipped_at`)), 11, 1, 'T'), '+00:00"'), 'null'), ',', ifnull(`2`.`total`, 'null'), ',', ifnull(json_quote(`2`.`comment`), 'null'), ']'), 256), 32), '","tag":"', left(sha2(concat('[', ifnull(`2`.`id`, 'null'), ',', ifnull(json_quote(`2`.`reference`), 'null'), ',', ifnull(`2`.`customer_id`, 'null'), ',', ifnull(`2`.`employee_id`, 'null'), ',', ifnull(`2`.`billing_address_id`, 'null'), ',', ifnull(`2`.`shipping_address_id`, 'null'), ',', ifnull(json_quote(`2`.`status`), 'null'), ',', ifnull(`2`.`priority`, 'null'), ',', if(`2`.`gift` is null, 'null', if(`2`.`gift`, 'true', 'false')), ',', ifnull(concat('"', insert(trim(trailing '.' from trim(trailing '0' from `2`.`placed_at`)), 11, 1, 'T'), '+00:00"'), 'null'), ',', ifnull(concat('"', `2`.`required_on`, '"'), 'null'), ',', ifnull(concat('"', insert(trim(trailing '.' from trim(trailing '0' from `2`.`shipped_at`)), 11, 1, 'T'), '+00:00"'), 'null'), ',', ifnull(`2`.`total`, 'null'), ',', ifnull(json_quote(`2`.`comment`), 'null'), ']'), 256), 32), '","customer":', ifnull((
          select ifnull(concat('{"_etag":"', left(sha2(concat('[', ifnull(`3`.`id`, 'null'), ',', ifnull(json_quote(`3`.`name`), 'null'), ',', ifnull(json_quote(`3`.`email`), 'null'), ',', ifnull(json_quote(`3`.`phone`), 'null'), ',', ifnull(json_quote(`3`.`country`), 'null'), ',', ifnull(json_quote(`3`.`city`), 'null'), ',', ifnull(json_quote(`3`.`vat_number`), 'null'), ',', ifnull(concat('"', `3`.`birthday`, '"'), 'null'), ',', if(`3`.`newsletter` is null, 'null', if(`3`.`newsletter`, 'true', 'false')), ',', ifnull(`3`.`satisfaction`, 'null'), ',', ifnull(`3`.`loyalty_points`, 'null'), ',', ifnull(`3`.`credit`, 'null'), ',', ifnull(`3`.`account_manager_id`, 'null'), ',', ifnull(json_quote(`3`.`external_id`), 'null'), ',', ifnull(json_quote(`3`.`last_ip`), 'null'), ',', ifnull(json_quote(`3`.`notes`), 'null'), ',', ifnull(concat('"', insert(trim(trailing '.' from trim(trailing '0' from `3`.`created_at`)), 11, 1, 'T'), '+00:00"'), 'null'), ',', ifnull(concat('"', insert(trim(trailing '.' from trim(trailing '0' from `3`.`updated_at`)), 11, 1, 'T'), '+00:00"'), 'null'), ']'), 256), 32), '"}'), exp(7107107))
          from `customers` as `3`
          where `3`.`id` = `2`.`customer_id`
        ), 'null'), '}'), exp(7107107))
        order by `2`.`id` separator ','
      ), '')
      from (
        select `2`.`id`, `2`.`reference`, `2`.`customer_id`, `2`.`employee_id`, `2`.`billing_address_id`, `2`.`shipping_address_id`, `2`.`status`, `2`.`priority`, `2`.`gift`, `2`.`placed_at`, `2`.`required_on`, `2`.`shipped_at`, `2`.`total`, `2`.`comment`
        from `orders` as `2`
        where `2`.`customer_id` = `1`.`id`
        order by `2`.`customer_id`, `2`.`id`
        limit 2
      ) as `2`
    ), ']}'), exp(7107107))
    from `customers` as `1`
    where `1`.`id` = `m`.`p0`
    limit 1
  ) as v0, ifnull(concat('[', (
    select ifnull(group_concat(
      ifnull(concat('{"_etag":"', left(sha2(concat('[', ifnull(`4`.`order_id`, 'null'), ',', ifnull(`4`.`line_no`, 'null'), ',', ifnull(`4`.`product_id`, 'null'), ',', ifnull(`4`.`quantity`, 'null'), ',', ifnull(`4`.`unit_price`, 'null'), ',', ifnull(`4`.`discount`, 'null'), ',', ifnull(`4`.`line_total`, 'null'), ',', ifnull(json_quote(`4`.`note`), 'null'), ']'), 256), 32), '"}'), exp(7107107))
      order by `4`.`order_id`, `4`.`line_no` separator ','
    ), '')
    from (
      select `4`.`order_id`, `4`.`line_no`, `4`.`product_id`, `4`.`quantity`, `4`.`unit_price`, `4`.`discount`, `4`.`line_total`, `4`.`note`
      from `order_details` as `4`
      order by `4`.`order_id`, `4`.`line_no`
      limit 2
    ) as `4`
  ), ']'), exp(7107107)) as v1, ifnull(concat('[', (
    select ifnull(group_concat(
      ifnull(concat('{"_etag":"', left(sha2(concat('[', ifnull(`5`.`id`, 'null'), ',', ifnull(json_quote(`5`.`name`), 'null'), ',', ifnull(json_quote(`5`.`country`), 'null'), ',', ifnull(json_quote(`5`.`website`), 'null'), ',', ifnull(concat('"', `5`.`since`, '"'), 'null'), ',', ifnull(case `5`.`rating` when cast(cast(`5`.`rating` as char) + 0e0 as float) then cast(`5`.`rating` as char) + 0e0 when cast(concat(round(`5`.`rating` / pow(10, floor(log10(abs(`5`.`rating`)))), 6), 'e', floor(log10(abs(`5`.`rating`)))) + 0e0 as float) then concat(round(`5`.`rating` / pow(10, floor(log10(abs(`5`.`rating`)))), 6), 'e', floor(log10(abs(`5`.`rating`)))) + 0e0 when cast(least(greatest(concat(round(`5`.`rating` / pow(10, floor(log10(abs(`5`.`rating`)))), 7), 'e', floor(log10(abs(`5`.`rating`)))) + 0e0, -3.4028234663852886e38), 3.4028234663852886e38) as float) then concat(round(`5`.`rating` / pow(10, floor(log10(abs(`5`.`rating`)))), 7), 'e', floor(log10(abs(`5`.`rating`)))) + 0e0 else concat(round(`5`.`rating` / pow(10, floor(log10(abs(`5`.`rating`)))), 8), 'e', floor(log10(abs(`5`.`rating`)))) + 0e0 end, 'null'), ',', ifnull(`5`.`balance`, 'null'), ']'), 256), 32), '"}'), exp(7107107))
      order by `5`.`rating` <=> null, `5`.`rating` desc, `5`.`id` separator ','
    ), '')
    from (
      select `5`.`id`, `5`.`name`, `5`.`country`, `5`.`website`, `5`.`since`, `5`.`rating`, `5`.`balance`
      from `suppliers` as `5`
      order by `5`.`rating` desc, `5`.`id`
      limit 2
    ) as `5`
  ), ']'), exp(7107107)) as v2
  from json_table(?, '$[*]' columns (n int path '$.n', h varchar(44) character set utf8mb4 collate utf8mb4_bin path '$.h', p0 bigint path '$.p0' error on error)) as `m`
  limit 18446744073709551615
) as d
