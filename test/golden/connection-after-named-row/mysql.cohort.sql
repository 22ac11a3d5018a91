select d.n, to_base64(unhex(sha2(ifnull(d.v0, 'n'), 256))), if(to_base64(unhex(sha2(ifnull(d.v0, 'n'), 256))) <=> d.h, null, d.v0)
from (
  select m.n, m.h, ifnull((
    select case when exists (select 1 from `products` as `5` where `5`.`id` = `m`.`p0`) then concat('{"items":[', ifnull(group_concat(
      ifnull(concat('{"id":', ifnull(`1`.`id`, 'null'), ',"price":', ifnull(`1`.`price`, 'null'), '}'), exp(7107107))
      order by `1`.`price` desc, `1`.`name`, `1`.`id` separator ','
    ), ''), '],"hasPreviousPage":', if(exists (
      select 1
      from `products` as `6`
      where ((`6`.`price` < (
        select `7`.`price`
        from `products` as `7`
        where `7`.`id` = `m`.`p0`
      ) or (`6`.`price` = (
        select `7`.`price`
        from `products` as `7`
        where `7`.`id` = `m`.`p0`
      ) and (`6`.`name` > (
        select `8`.`name`
        from `products` as `8`
        where `8`.`id` = `m`.`p0`
      ) or (`6`.`name` = (
        select `8`.`name`
        from `products` as `8`
        where `8`.`id` = `m`.`p0`
      ) and `6`.`id` > (
        select `9`.`id`
        from `products` as `9`
        where `9`.`id` = `m`.`p0`
      )))))) is not true
    ), 'true', 'false'), ',"endCursor":', if(count(*) > 0, concat('"', replace(replace(replace(replace(to_base64(substring_index(group_concat(
      if(octet_length(json_array('9U47x2R4oq', cast(`1`.`price` as char), cast(`1`.`name` as char), cast(`1`.`id` as char))) <= 1536, json_array('9U47x2R4oq', cast(`1`.`price` as char), cast(`1`.`name` as char), cast(`1`.`id` as char)), json_array('9U47x2R4oq.key', cast(`1`.`id` as char)))
      order by `1`.`price` desc, `1`.`name`, `1`.`id` separator '\n'
    ), '\n', -1)), '+', '-'), '/', '_'), '\n', ''), '=', ''), '"'), 'null'), '}') else (select 1 from json_table('{}', '$' columns (`the row that the cursor names is gone` int path '$.row' error on empty)) g) end
    from (
      select `1`.`id`, `1`.`price`, `1`.`name`
      from `products` as `1`
      where (`1`.`price` < (
        select `2`.`price`
        from `products` as `2`
        where `2`.`id` = `m`.`p0`
      ) or (`1`.`price` = (
        select `2`.`price`
        from `products` as `2`
        where `2`.`id` = `m`.`p0`
      ) and (`1`.`name` > (
        select `3`.`name`
        from `products` as `3`
        where `3`.`id` = `m`.`p0`
      ) or (`1`.`name` = (
        select `3`.`name`
        from `products` as `3`
        where `3`.`id` = `m`.`p0`
      ) and `1`.`id` > (
        select `4`.`id`
        from `products` as `4`
        where `4`.`id` = `m`.`p0`
      )))))
      order by `1`.`price` desc, `1`.`name`, `1`.`id`
      limit 2
    ) as `1`
  ), exp(7107107)) as v0
  from json_table(?, '$[*]' columns (n int path '$.n', h varchar(44) character set utf8mb4 collate utf8mb4_bin path '$.h', p0 bigint path '$.p0' error on error)) as `m`
  limit 18446744073709551615
) as d
