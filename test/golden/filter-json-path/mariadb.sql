(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), ',"attributes":', ifnull(cast(`1`.`attributes` as char), 'null'), '}')
  from (
    select `1`.`id`, `1`.`attributes`
    from `products` as `1`
    where (
      select nullif(json_normalize(json_extract(if(locate('\\', `1`.`attributes`) = 0, `1`.`attributes`, json_unquote(concat('"', replace(replace(replace(replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(replace(replace(replace(replace(replace(replace(regexp_replace(replace(replace(replace(`1`.`attributes`, '\\\\', '\\1'), '\\"', '\\2'), '\\/', '/'), '\\\\u005[cC]', '\\\\1'), '\\u0022', '\\2'), '\\b', '\\3u0008'), '\\t', '\\3u0009'), '\\n', '\\3u000a'), '\\f', '\\3u000c'), '\\r', '\\3u000d'), '\\\\u00([01][0-9a-f])', '\\\\3u00\\1'), '\\\\u00([01])A', '\\\\3u00\\1a'), '\\\\u00([01])B', '\\\\3u00\\1b'), '\\\\u00([01])C', '\\\\3u00\\1c'), '\\\\u00([01])D', '\\\\3u00\\1d'), '\\\\u00([01])E', '\\\\3u00\\1e'), '\\\\u00([01])F', '\\\\3u00\\1f'), '"', '\\"'), '\\1', '\\\\u005c'), '\\2', '\\\\u0022'), '\\3', '\\\\'), '"'))), p.at)), 'null') from json_table(?, '$' columns (at longtext path '$.path', lists json path '$.lists')) as p where not exists (
        select 1 from json_table(p.lists, '$[*]' columns (at longtext path '$')) as l where not json_type(json_extract(if(locate('\\', `1`.`attributes`) = 0, `1`.`attributes`, json_unquote(concat('"', replace(replace(replace(replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(replace(replace(replace(replace(replace(replace(regexp_replace(replace(replace(replace(`1`.`attributes`, '\\\\', '\\1'), '\\"', '\\2'), '\\/', '/'), '\\\\u005[cC]', '\\\\1'), '\\u0022', '\\2'), '\\b', '\\3u0008'), '\\t', '\\3u0009'), '\\n', '\\3u000a'), '\\f', '\\3u000c'), '\\r', '\\3u000d'), '\\\\u00([01][0-9a-f])', '\\\\3u00\\1'), '\\\\u00([01])A', '\\\\3u00\\1a'), '\\\\u00([01])B', '\\\\3u00\\1b'), '\\\\u00([01])C', '\\\\3u00\\1c'), '\\\\u00([01])D', '\\\\3u00\\1d'), '\\\\u00([01])E', '\\\\3u00\\1e'), '\\\\u00([01])F', '\\\\3u00\\1f'), '"', '\\"'), '\\1', '\\\\u005c'), '\\2', '\\\\u0022'), '\\3', '\\\\'), '"'))), l.at)) <=> 'ARRAY'
      )
    ) = json_normalize(?)
    order by `1`.`id`
    limit 2
  ) as `1`
  order by `1`.`id`
)
union all (
  select '1' as r, concat('{"id":', ifnull(`2`.`id`, 'null'), ',"attributes":', ifnull(cast(`2`.`attributes` as char), 'null'), '}')
  from (
    select `2`.`id`, `2`.`attributes`
    from `products` as `2`
    where (
      select nullif(json_normalize(json_extract(if(locate('\\', `2`.`attributes`) = 0, `2`.`attributes`, json_unquote(concat('"', replace(replace(replace(replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(replace(replace(replace(replace(replace(replace(regexp_replace(replace(replace(replace(`2`.`attributes`, '\\\\', '\\1'), '\\"', '\\2'), '\\/', '/'), '\\\\u005[cC]', '\\\\1'), '\\u0022', '\\2'), '\\b', '\\3u0008'), '\\t', '\\3u0009'), '\\n', '\\3u000a'), '\\f', '\\3u000c'), '\\r', '\\3u000d'), '\\\\u00([01][0-9a-f])', '\\\\3u00\\1'), '\\\\u00([01])A', '\\\\3u00\\1a'), '\\\\u00([01])B', '\\\\3u00\\1b'), '\\\\u00([01])C', '\\\\3u00\\1c'), '\\\\u00([01])D', '\\\\3u00\\1d'), '\\\\u00([01])E', '\\\\3u00\\1e'), '\\\\u00([01])F', '\\\\3u00\\1f'), '"', '\\"'), '\\1', '\\\\u005c'), '\\2', '\\\\u0022'), '\\3', '\\\\'), '"'))), p.at)), 'null') from json_table(?, '$' columns (at longtext path '$.path', lists json path '$.lists')) as p where not exists (
        select 1 from json_table(p.lists, '$[*]' columns (at longtext path '$')) as l where not json_type(json_extract(if(locate('\\', `2`.`attributes`) = 0, `2`.`attributes`, json_unquote(concat('"', replace(replace(replace(replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(replace(replace(replace(replace(replace(replace(regexp_replace(replace(replace(replace(`2`.`attributes`, '\\\\', '\\1'), '\\"', '\\2'), '\\/', '/'), '\\\\u005[cC]', '\\\\1'), '\\u0022', '\\2'), '\\b', '\\3u0008'), '\\t', '\\3u0009'), '\\n', '\\3u000a'), '\\f', '\\3u000c'), '\\r', '\\3u000d'), '\\\\u00([01][0-9a-f])', '\\\\3u00\\1'), '\\\\u00([01])A', '\\\\3u00\\1a'), '\\\\u00([01])B', '\\\\3u00\\1b'), '\\\\u00([01])C', '\\\\3u00\\1c'), '\\\\u00([01])D', '\\\\3u00\\1d'), '\\\\u00([01])E', '\\\\3u00\\1e'), '\\\\u00([01])F', '\\\\3u00\\1f'), '"', '\\"'), '\\1', '\\\\u005c'), '\\2', '\\\\u0022'), '\\3', '\\\\'), '"'))), l.at)) <=> 'ARRAY'
      )
    ) = json_normalize(?)
    order by `2`.`id`
    limit 2
  ) as `2`
  order by `2`.`id`
)
union all (
  select '2' as r, concat('{"id":', ifnull(`3`.`id`, 'null'), ',"attributes":', ifnull(cast(`3`.`attributes` as char), 'null'), '}')
  from (
    select `3`.`id`, `3`.`attributes`
    from `products` as `3`
    where (((
      select nullif(json_normalize(json_extract(if(locate('\\', `3`.`attributes`) = 0, `3`.`attributes`, json_unquote(concat('"', replace(replace(replace(replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(replace(replace(replace(replace(replace(replace(regexp_replace(replace(replace(replace(`3`.`attributes`, '\\\\', '\\1'), '\\"', '\\2'), '\\/', '/'), '\\\\u005[cC]', '\\\\1'), '\\u0022', '\\2'), '\\b', '\\3u0008'), '\\t', '\\3u0009'), '\\n', '\\3u000a'), '\\f', '\\3u000c'), '\\r', '\\3u000d'), '\\\\u00([01][0-9a-f])', '\\\\3u00\\1'), '\\\\u00([01])A', '\\\\3u00\\1a'), '\\\\u00([01])B', '\\\\3u00\\1b'), '\\\\u00([01])C', '\\\\3u00\\1c'), '\\\\u00([01])D', '\\\\3u00\\1d'), '\\\\u00([01])E', '\\\\3u00\\1e'), '\\\\u00([01])F', '\\\\3u00\\1f'), '"', '\\"'), '\\1', '\\\\u005c'), '\\2', '\\\\u0022'), '\\3', '\\\\'), '"'))), p.at)), 'null') from json_table(?, '$' columns (at longtext path '$.path', lists json path '$.lists')) as p where not exists (
        select 1 from json_table(p.lists, '$[*]' columns (at longtext path '$')) as l where not json_type(json_extract(if(locate('\\', `3`.`attributes`) = 0, `3`.`attributes`, json_unquote(concat('"', replace(replace(replace(replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(replace(replace(replace(replace(replace(replace(regexp_replace(replace(replace(replace(`3`.`attributes`, '\\\\', '\\1'), '\\"', '\\2'), '\\/', '/'), '\\\\u005[cC]', '\\\\1'), '\\u0022', '\\2'), '\\b', '\\3u0008'), '\\t', '\\3u0009'), '\\n', '\\3u000a'), '\\f', '\\3u000c'), '\\r', '\\3u000d'), '\\\\u00([01][0-9a-f])', '\\\\3u00\\1'), '\\\\u00([01])A', '\\\\3u00\\1a'), '\\\\u00([01])B', '\\\\3u00\\1b'), '\\\\u00([01])C', '\\\\3u00\\1c'), '\\\\u00([01])D', '\\\\3u00\\1d'), '\\\\u00([01])E', '\\\\3u00\\1e'), '\\\\u00([01])F', '\\\\3u00\\1f'), '"', '\\"'), '\\1', '\\\\u005c'), '\\2', '\\\\u0022'), '\\3', '\\\\'), '"'))), l.at)) <=> 'ARRAY'
      )
    ) <> json_normalize(?) and `3`.`attributes` is not null) and not ((
      select nullif(json_normalize(json_extract(if(locate('\\', `3`.`attributes`) = 0, `3`.`attributes`, json_unquote(concat('"', replace(replace(replace(replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(replace(replace(replace(replace(replace(replace(regexp_replace(replace(replace(replace(`3`.`attributes`, '\\\\', '\\1'), '\\"', '\\2'), '\\/', '/'), '\\\\u005[cC]', '\\\\1'), '\\u0022', '\\2'), '\\b', '\\3u0008'), '\\t', '\\3u0009'), '\\n', '\\3u000a'), '\\f', '\\3u000c'), '\\r', '\\3u000d'), '\\\\u00([01][0-9a-f])', '\\\\3u00\\1'), '\\\\u00([01])A', '\\\\3u00\\1a'), '\\\\u00([01])B', '\\\\3u00\\1b'), '\\\\u00([01])C', '\\\\3u00\\1c'), '\\\\u00([01])D', '\\\\3u00\\1d'), '\\\\u00([01])E', '\\\\3u00\\1e'), '\\\\u00([01])F', '\\\\3u00\\1f'), '"', '\\"'), '\\1', '\\\\u005c'), '\\2', '\\\\u0022'), '\\3', '\\\\'), '"'))), p.at)), 'null') from json_table(?, '$' columns (at longtext path '$.path', lists json path '$.lists')) as p where not exists (
        select 1 from json_table(p.lists, '$[*]' columns (at longtext path '$')) as l where not json_type(json_extract(if(locate('\\', `3`.`attributes`) = 0, `3`.`attributes`, json_unquote(concat('"', replace(replace(replace(replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(replace(replace(replace(replace(replace(replace(regexp_replace(replace(replace(replace(`3`.`attributes`, '\\\\', '\\1'), '\\"', '\\2'), '\\/', '/'), '\\\\u005[cC]', '\\\\1'), '\\u0022', '\\2'), '\\b', '\\3u0008'), '\\t', '\\3u0009'), '\\n', '\\3u000a'), '\\f', '\\3u000c'), '\\r', '\\3u000d'), '\\\\u00([01][0-9a-f])', '\\\\3u00\\1'), '\\\\u00([01])A', '\\\\3u00\\1a'), '\\\\u00([01])B', '\\\\3u00\\1b'), '\\\\u00([01])C', '\\\\3u00\\1c'), '\\\\u00([01])D', '\\\\3u00\\1d'), '\\\\u00([01])E', '\\\\3u00\\1e'), '\\\\u00([01])F', '\\\\3u00\\1f'), '"', '\\"'), '\\1', '\\\\u005c'), '\\2', '\\\\u0022'), '\\3', '\\\\'), '"'))), l.at)) <=> 'ARRAY'
      )
    ) is null))
    order by `3`.`id`
    limit 2
  ) as `3`
  order by `3`.`id`
)
union all (
  select '3' as r, concat('{"id":', ifnull(`4`.`id`, 'null'), ',"attributes":', ifnull(cast(`4`.`attributes` as char), 'null'), '}')
  from (
    select `4`.`id`, `4`.`attributes`
    from `products` as `4`
    where (
      select nullif(json_normalize(json_extract(if(locate('\\', `4`.`attributes`) = 0, `4`.`attributes`, json_unquote(concat('"', replace(replace(replace(replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(replace(replace(replace(replace(replace(replace(regexp_replace(replace(replace(replace(`4`.`attributes`, '\\\\', '\\1'), '\\"', '\\2'), '\\/', '/'), '\\\\u005[cC]', '\\\\1'), '\\u0022', '\\2'), '\\b', '\\3u0008'), '\\t', '\\3u0009'), '\\n', '\\3u000a'), '\\f', '\\3u000c'), '\\r', '\\3u000d'), '\\\\u00([01][0-9a-f])', '\\\\3u00\\1'), '\\\\u00([01])A', '\\\\3u00\\1a'), '\\\\u00([01])B', '\\\\3u00\\1b'), '\\\\u00([01])C', '\\\\3u00\\1c'), '\\\\u00([01])D', '\\\\3u00\\1d'), '\\\\u00([01])E', '\\\\3u00\\1e'), '\\\\u00([01])F', '\\\\3u00\\1f'), '"', '\\"'), '\\1', '\\\\u005c'), '\\2', '\\\\u0022'), '\\3', '\\\\'), '"'))), p.at)), 'null') from json_table(?, '$' columns (at longtext path '$.path', lists json path '$.lists')) as p where not exists (
        select 1 from json_table(p.lists, '$[*]' columns (at longtext path '$')) as l where not json_type(json_extract(if(locate('\\', `4`.`attributes`) = 0, `4`.`attributes`, json_unquote(concat('"', replace(replace(replace(replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(replace(replace(replace(replace(replace(replace(regexp_replace(replace(replace(replace(`4`.`attributes`, '\\\\', '\\1'), '\\"', '\\2'), '\\/', '/'), '\\\\u005[cC]', '\\\\1'), '\\u0022', '\\2'), '\\b', '\\3u0008'), '\\t', '\\3u0009'), '\\n', '\\3u000a'), '\\f', '\\3u000c'), '\\r', '\\3u000d'), '\\\\u00([01][0-9a-f])', '\\\\3u00\\1'), '\\\\u00([01])A', '\\\\3u00\\1a'), '\\\\u00([01])B', '\\\\3u00\\1b'), '\\\\u00([01])C', '\\\\3u00\\1c'), '\\\\u00([01])D', '\\\\3u00\\1d'), '\\\\u00([01])E', '\\\\3u00\\1e'), '\\\\u00([01])F', '\\\\3u00\\1f'), '"', '\\"'), '\\1', '\\\\u005c'), '\\2', '\\\\u0022'), '\\3', '\\\\'), '"'))), l.at)) <=> 'ARRAY'
      )
    ) = json_normalize(?)
    order by `4`.`id`
    limit 1
  ) as `4`
  order by `4`.`id`
)
union all (
  select '4' as r, concat('{"id":', ifnull(`5`.`id`, 'null'), ',"attributes":', ifnull(cast(`5`.`attributes` as char), 'null'), '}')
  from (
    select `5`.`id`, `5`.`attributes`
    from `products` as `5`
    where ((
      select nullif(json_normalize(json_extract(if(locate('\\', `5`.`attributes`) = 0, `5`.`attributes`, json_unquote(concat('"', replace(replace(replace(replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(replace(replace(replace(replace(replace(replace(regexp_replace(replace(replace(replace(`5`.`attributes`, '\\\\', '\\1'), '\\"', '\\2'), '\\/', '/'), '\\\\u005[cC]', '\\\\1'), '\\u0022', '\\2'), '\\b', '\\3u0008'), '\\t', '\\3u0009'), '\\n', '\\3u000a'), '\\f', '\\3u000c'), '\\r', '\\3u000d'), '\\\\u00([01][0-9a-f])', '\\\\3u00\\1'), '\\\\u00([01])A', '\\\\3u00\\1a'), '\\\\u00([01])B', '\\\\3u00\\1b'), '\\\\u00([01])C', '\\\\3u00\\1c'), '\\\\u00([01])D', '\\\\3u00\\1d'), '\\\\u00([01])E', '\\\\3u00\\1e'), '\\\\u00([01])F', '\\\\3u00\\1f'), '"', '\\"'), '\\1', '\\\\u005c'), '\\2', '\\\\u0022'), '\\3', '\\\\'), '"'))), p.at)), 'null') from json_table(?, '$' columns (at longtext path '$.path', lists json path '$.lists')) as p where not exists (
        select 1 from json_table(p.lists, '$[*]' columns (at longtext path '$')) as l where not json_type(json_extract(if(locate('\\', `5`.`attributes`) = 0, `5`.`attributes`, json_unquote(concat('"', replace(replace(replace(replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(replace(replace(replace(replace(replace(replace(regexp_replace(replace(replace(replace(`5`.`attributes`, '\\\\', '\\1'), '\\"', '\\2'), '\\/', '/'), '\\\\u005[cC]', '\\\\1'), '\\u0022', '\\2'), '\\b', '\\3u0008'), '\\t', '\\3u0009'), '\\n', '\\3u000a'), '\\f', '\\3u000c'), '\\r', '\\3u000d'), '\\\\u00([01][0-9a-f])', '\\\\3u00\\1'), '\\\\u00([01])A', '\\\\3u00\\1a'), '\\\\u00([01])B', '\\\\3u00\\1b'), '\\\\u00([01])C', '\\\\3u00\\1c'), '\\\\u00([01])D', '\\\\3u00\\1d'), '\\\\u00([01])E', '\\\\3u00\\1e'), '\\\\u00([01])F', '\\\\3u00\\1f'), '"', '\\"'), '\\1', '\\\\u005c'), '\\2', '\\\\u0022'), '\\3', '\\\\'), '"'))), l.at)) <=> 'ARRAY'
      )
    ) = json_normalize(?) or (
      select nullif(json_normalize(json_extract(if(locate('\\', `5`.`attributes`) = 0, `5`.`attributes`, json_unquote(concat('"', replace(replace(replace(replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(replace(replace(replace(replace(replace(replace(regexp_replace(replace(replace(replace(`5`.`attributes`, '\\\\', '\\1'), '\\"', '\\2'), '\\/', '/'), '\\\\u005[cC]', '\\\\1'), '\\u0022', '\\2'), '\\b', '\\3u0008'), '\\t', '\\3u0009'), '\\n', '\\3u000a'), '\\f', '\\3u000c'), '\\r', '\\3u000d'), '\\\\u00([01][0-9a-f])', '\\\\3u00\\1'), '\\\\u00([01])A', '\\\\3u00\\1a'), '\\\\u00([01])B', '\\\\3u00\\1b'), '\\\\u00([01])C', '\\\\3u00\\1c'), '\\\\u00([01])D', '\\\\3u00\\1d'), '\\\\u00([01])E', '\\\\3u00\\1e'), '\\\\u00([01])F', '\\\\3u00\\1f'), '"', '\\"'), '\\1', '\\\\u005c'), '\\2', '\\\\u0022'), '\\3', '\\\\'), '"'))), p.at)), 'null') from json_table(?, '$' columns (at longtext path '$.path', lists json path '$.lists')) as p where not exists (
        select 1 from json_table(p.lists, '$[*]' columns (at longtext path '$')) as l where not json_type(json_extract(if(locate('\\', `5`.`attributes`) = 0, `5`.`attributes`, json_unquote(concat('"', replace(replace(replace(replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(replace(replace(replace(replace(replace(replace(regexp_replace(replace(replace(replace(`5`.`attributes`, '\\\\', '\\1'), '\\"', '\\2'), '\\/', '/'), '\\\\u005[cC]', '\\\\1'), '\\u0022', '\\2'), '\\b', '\\3u0008'), '\\t', '\\3u0009'), '\\n', '\\3u000a'), '\\f', '\\3u000c'), '\\r', '\\3u000d'), '\\\\u00([01][0-9a-f])', '\\\\3u00\\1'), '\\\\u00([01])A', '\\\\3u00\\1a'), '\\\\u00([01])B', '\\\\3u00\\1b'), '\\\\u00([01])C', '\\\\3u00\\1c'), '\\\\u00([01])D', '\\\\3u00\\1d'), '\\\\u00([01])E', '\\\\3u00\\1e'), '\\\\u00([01])F', '\\\\3u00\\1f'), '"', '\\"'), '\\1', '\\\\u005c'), '\\2', '\\\\u0022'), '\\3', '\\\\'), '"'))), l.at)) <=> 'ARRAY'
      )
    ) = json_normalize(?))
    order by `5`.`id`
    limit 2
  ) as `5`
  order by `5`.`id`
)
union all (select null as r, concat(@@warning_count))
-- ["{\"path\":\"$.\\\"colour\\\"\",\"lists\":[]}","\"red\"","{\"path\":\"$.\\\"size\\\"\",\"lists\":[]}","{\"height\":144.0,\"width\":96}","{\"path\":\"$.\\\"colour\\\"\",\"lists\":[]}","\"red\"","{\"path\":\"$.\\\"parts\\\"[0]\",\"lists\":[\"$.\\\"parts\\\"\"]}","{\"path\":\"$\",\"lists\":[]}","12345678901234567890.123450","{\"path\":\"$.\\\"a\\\\u0022b\\\"[1].\\\"c\\\"\",\"lists\":[]}","false","{\"path\":\"$\",\"lists\":[]}","{}"]
