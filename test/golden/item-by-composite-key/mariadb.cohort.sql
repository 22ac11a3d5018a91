(
  select d.n, to_base64(unhex(sha2(concat_ws('\n', ifnull(d.v0, 'n'), ifnull(d.v1, 'n')), 256))), if(to_base64(unhex(sha2(concat_ws('\n', ifnull(d.v0, 'n'), ifnull(d.v1, 'n')), 256))) <=> d.h, null, d.v0), if(to_base64(unhex(sha2(concat_ws('\n', ifnull(d.v0, 'n'), ifnull(d.v1, 'n')), 256))) <=> d.h, null, d.v1)
  from (
    select m.n, m.h, (
      select concat('{"order_id":', ifnull(`1`.`order_id`, 'null'), ',"line_no":', ifnull(`1`.`line_no`, 'null'), ',"quantity":', ifnull(`1`.`quantity`, 'null'), ',"line_total":', ifnull(`1`.`line_total`, 'null'), ',"product":', ifnull((
        select concat('{"name":', ifnull(json_quote(`2`.`name`), 'null'), '}')
        from `products` as `2`
        where `2`.`id` = `1`.`product_id`
      ), 'null'), '}')
      from `order_details` as `1`
      where (`1`.`order_id` = `m`.`p0` and `1`.`line_no` = `m`.`p1`)
      limit 1
    ) as v0, (
      select concat('{"quantity":', ifnull(`3`.`quantity`, 'null'), '}')
      from `order_details` as `3`
      where (`3`.`order_id` = `m`.`p2` and `3`.`line_no` = `m`.`p3`)
      limit 1
    ) as v1
    from json_table(?, '$[*]' columns (n int path '$.n', h varchar(44) character set utf8mb4 collate utf8mb4_bin path '$.h', p0 bigint path '$.p0' error on error, p1 bigint path '$.p1' error on error, p2 bigint path '$.p2' error on error, p3 bigint path '$.p3' error on error)) as `m`
    limit 18446744073709551615
  ) as d
)
union all (select null as r, concat(@@warning_count), null, null)
