select d.n, to_base64(unhex(sha2(concat_ws('\n', ifnull(d.v0, 'n'), ifnull(d.v1, 'n'), ifnull(d.v2, 'n'), ifnull(d.v3, 'n'), ifnull(d.v4, 'n')), 256))), if(to_base64(unhex(sha2(concat_ws('\n', ifnull(d.v0, 'n'), ifnull(d.v1, 'n'), ifnull(d.v2, 'n'), ifnull(d.v3, 'n'), ifnull(d.v4, 'n')), 256))) <=> d.h, null, d.v0), if(to_base64(unhex(sha2(concat_ws('\n', ifnull(d.v0, 'n'), ifnull(d.v1, 'n'), ifnull(d.v2, 'n'), ifnull(d.v3, 'n'), ifnull(d.v4, 'n')), 256))) <=> d.h, null, d.v1), if(to_base64(unhex(sha2(concat_ws('\n', ifnull(d.v0, 'n'), ifnull(d.v1, 'n'), ifnull(d.v2, 'n'), ifnull(d.v3, 'n'), ifnull(d.v4, 'n')), 256))) <=> d.h, null, d.v2), if(to_base64(unhex(sha2(concat_ws('\n', ifnull(d.v0, 'n'), ifnull(d.v1, 'n'), ifnull(d.v2, 'n'), ifnull(d.v3, 'n'), ifnull(d.v4, 'n')), 256))) <=> d.h, null, d.v3), if(to_base64(unhex(sha2(concat_ws('\n', ifnull(d.v0, 'n'), ifnull(d.v1, 'n'), ifnull(d.v2, 'n'), ifnull(d.v3, 'n'), ifnull(d.v4, 'n')), 256))) <=> d.h, null, d.v4)
from (
  select m.n, m.h, ifnull(concat('[', (
    select ifnull(group_concat(
      ifnull(concat('{"id":', ifnull(`1`.`id`, 'null'), ',"attributes":', ifnull(cast(`1`.`attributes` as char), 'null'), '}'), exp(7107107))
      order by `1`.`id` separator ','
    ), '')
    from (
      select `1`.`id`, `1`.`attributes`
      from `products` as `1`
      where case when json_length(json_unquote(`m`.`p0`), '$.lists') > 0 and exists (select 1 from json_table(json_unquote(`m`.`p0`), '$.lists[*]' columns (p text path '$')) as l where json_type(json_extract(`1`.`attributes`, l.p)) <> 'ARRAY') then null else nullif(json_extract(`1`.`attributes`, json_unquote(json_extract(json_unquote(`m`.`p0`), '$.path'))), cast('null' as json)) end = cast(json_unquote(`m`.`p1`) as json)
      order by `1`.`id`
      limit 2
    ) as `1`
  ), ']'), exp(7107107)) as v0, ifnull(concat('[', (
    select ifnull(group_concat(
      ifnull(concat('{"id":', ifnull(`2`.`id`, 'null'), ',"attributes":', ifnull(cast(`2`.`attributes` as char), 'null'), '}'), exp(7107107))
      order by `2`.`id` separator ','
    ), '')
    from (
      select `2`.`id`, `2`.`attributes`
      from `products` as `2`
      where case when json_length(json_unquote(`m`.`p2`), '$.lists') > 0 and exists (select 1 from json_table(json_unquote(`m`.`p2`), '$.lists[*]' columns (p text path '$')) as l where json_type(json_extract(`2`.`attributes`, l.p)) <> 'ARRAY') then null else nullif(json_extract(`2`.`attributes`, json_unquote(json_extract(json_unquote(`m`.`p2`), '$.path'))), cast('null' as json)) end = cast(json_unquote(`m`.`p3`) as json)
      order by `2`.`id`
      limit 2
    ) as `2`
  ), ']'), exp(7107107)) as v1, ifnull(concat('[', (
    select ifnull(group_concat(
      ifnull(concat('{"id":', ifnull(`3`.`id`, 'null'), ',"attributes":', ifnull(cast(`3`.`attributes` as char), 'null'), '}'), exp(7107107))
      order by `3`.`id` separator ','
    ), '')
    from (
      select `3`.`id`, `3`.`attributes`
      from `products` as `3`
      where ((case when json_length(json_unquote(`m`.`p4`), '$.lists') > 0 and exists (select 1 from json_table(json_unquote(`m`.`p4`), '$.lists[*]' columns (p text path '$')) as l where json_type(json_extract(`3`.`attributes`, l.p)) <> 'ARRAY') then null else nullif(json_extract(`3`.`attributes`, json_unquote(json_extract(json_unquote(`m`.`p4`), '$.path'))), cast('null' as json)) end <> cast(json_unquote(`m`.`p5`) as json) and `3`.`attributes` is not null) and not (case when json_length(json_unquote(`m`.`p6`), '$.lists') > 0 and exists (select 1 from json_table(json_unquote(`m`.`p6`), '$.lists[*]' columns (p text path '$')) as l where json_type(json_extract(`3`.`attributes`, l.p)) <> 'ARRAY') then null else nullif(json_extract(`3`.`attributes`, json_unquote(json_extract(json_unquote(`m`.`p6`), '$.path'))), cast('null' as json)) end is null))
      order by `3`.`id`
      limit 2
    ) as `3`
  ), ']'), exp(7107107)) as v2, ifnull(concat('[', (
    select ifnull(group_concat(
      ifnull(concat('{"id":', ifnull(`4`.`id`, 'null'), ',"attributes":', ifnull(cast(`4`.`attributes` as char), 'null'), '}'), exp(7107107))
      order by `4`.`id` separator ','
    ), '')
    from (
      select `4`.`id`, `4`.`attributes`
      from `products` as `4`
      where case when json_length(json_unquote(`m`.`p7`), '$.lists') > 0 and exists (select 1 from json_table(json_unquote(`m`.`p7`), '$.lists[*]' columns (p text path '$')) as l where json_type(json_extract(`4`.`attributes`, l.p)) <> 'ARRAY') then null else nullif(json_extract(`4`.`attributes`, json_unquote(json_extract(json_unquote(`m`.`p7`), '$.path'))), cast('null' as json)) end = cast(json_unquote(`m`.`p8`) as json)
      order by `4`.`id`
      limit 1
    ) as `4`
  ), ']'), exp(7107107)) as v3, ifnull(concat('[', (
    select ifnull(group_concat(
      ifnull(concat('{"id":', ifnull(`5`.`id`, 'null'), ',"attributes":', ifnull(cast(`5`.`attributes` as char), 'null'), '}'), exp(7107107))
      order by `5`.`id` separator ','
    ), '')
    from (
      select `5`.`id`, `5`.`attributes`
      from `products` as `5`
      where (case when json_length(json_unquote(`m`.`p9`), '$.lists') > 0 and exists (select 1 from json_table(json_unquote(`m`.`p9`), '$.lists[*]' columns (p text path '$')) as l where json_type(json_extract(`5`.`attributes`, l.p)) <> 'ARRAY') then null else nullif(json_extract(`5`.`attributes`, json_unquote(json_extract(json_unquote(`m`.`p9`), '$.path'))), cast('null' as json)) end = cast(json_unquote(`m`.`p10`) as json) or case when json_length(json_unquote(`m`.`p11`), '$.lists') > 0 and exists (select 1 from json_table(json_unquote(`m`.`p11`), '$.lists[*]' columns (p text path '$')) as l where json_type(json_extract(`5`.`attributes`, l.p)) <> 'ARRAY') then null else nullif(json_extract(`5`.`attributes`, json_unquote(json_extract(json_unquote(`m`.`p11`), '$.path'))), cast('null' as json)) end = cast(json_unquote(`m`.`p12`) as json))
      order by `5`.`id`
      limit 2
    ) as `5`
  ), ']'), exp(7107107)) as v4
  from json_table(?, '$[*]' columns (n int path '$.n', h varchar(44) character set utf8mb4 collate utf8mb4_bin path '$.h', p0 json path '$.p0' error on error, p1 json path '$.p1' error on error, p2 json path '$.p2' error on error, p3 json path '$.p3' error on error, p4 json path '$.p4' error on error, p5 json path '$.p5' error on error, p6 json path '$.p6' error on error, p7 json path '$.p7' error on error, p8 json path '$.p8' error on error, p9 json path '$.p9' error on error, p10 json path '$.p10' error on error, p11 json path '$.p11' error on error, p12 json path '$.p12' error on error)) as `m`
  limit 18446744073709551615
) as d
