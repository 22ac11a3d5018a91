select d.n, to_base64(unhex(sha2(ifnull(d.v0, 'n'), 256))), if(to_base64(unhex(sha2(ifnull(d.v0, 'n'), 256))) <=> d.h, null, d.v0)
from (
  select m.n, m.h, ifnull(concat('[', (
    select ifnull(group_concat(
      ifnull(concat('{"id":', ifnull(`1`.`id`, 'null'), ',"suppliers":[', (
        select ifnull(group_concat(
          ifnull(concat('{"name":', ifnull(json_quote(`4`.`name`), 'null'), ',"products":[', (
            select ifnull(group_concat(
              ifnull(concat('{"id":', ifnull(`6`.`id`, 'null'), '}'), exp(7107107))
              order by `6`.`id` separator ','
            ), '')
            from (
              select `6`.`id`
              from `products` as `6`
              where exists (
                select 1
                from `product_suppliers` as `7`
                where `7`.`supplier_id` = `4`.`id` and `7`.`product_id` = `6`.`id`
              )
              order by `6`.`id`
              limit 1
            ) as `6`
          ), ']}'), exp(7107107))
          order by `4`.`name`, `4`.`id` separator ','
        ), '')
        from (
          select `4`.`name`, `4`.`id`
          from `suppliers` as `4`
          where exists (
            select 1
            from `product_suppliers` as `5`
            where `5`.`product_id` = `1`.`id` and `5`.`supplier_id` = `4`.`id`
          )
          order by `4`.`name`, `4`.`id`
          limit 3
        ) as `4`
      ), '],"productSuppliers":[', (
        select ifnull(group_concat(
          ifnull(concat('{"cost":', ifnull(`8`.`cost`, 'null'), ',"preferred":', if(`8`.`preferred` is null, 'null', if(`8`.`preferred`, 'true', 'false')), '}'), exp(7107107))
          order by `8`.`product_id`, `8`.`supplier_id` separator ','
        ), '')
        from (
          select `8`.`cost`, `8`.`preferred`, `8`.`product_id`, `8`.`supplier_id`
          from `product_suppliers` as `8`
          where `8`.`product_id` = `1`.`id`
          order by `8`.`product_id`, `8`.`product_id`, `8`.`supplier_id`
          limit 2
        ) as `8`
      ), ']}'), exp(7107107))
      order by `1`.`id` separator ','
    ), '')
    from (
      select `1`.`id`
      from `products` as `1`
      where exists (
        select 1
        from `suppliers` as `2`
        where exists (
          select 1
          from `product_suppliers` as `3`
          where `3`.`product_id` = `1`.`id` and `3`.`supplier_id` = `2`.`id`
        )
      )
      order by `1`.`id`
      limit 3
    ) as `1`
  ), ']'), exp(7107107)) as v0
  from json_table(?, '$[*]' columns (n int path '$.n', h varchar(44) character set utf8mb4 collate utf8mb4_bin path '$.h')) as `m`
  limit 18446744073709551615
) as d
