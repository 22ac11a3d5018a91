(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), ',"attributes":', ifnull(cast(`1`.`attributes` as char), 'null'), '}')
  from `products` as `1`
  where case when json_length(?, '$.lists') > 0 and exists (select 1 from json_table(?, '$.lists[*]' columns (p text path '$')) as l where json_type(json_extract(`1`.`attributes`, l.p)) <> 'ARRAY') then null else nullif(json_extract(`1`.`attributes`, json_unquote(json_extract(?, '$.path'))), cast('null' as json)) end = cast(? as json)
  order by `1`.`id`
  limit 2
)
union all (
  select '1' as r, concat('{"id":', ifnull(`2`.`id`, 'null'), ',"attributes":', ifnull(cast(`2`.`attributes` as char), 'null'), '}')
  from `products` as `2`
  where case when json_length(?, '$.lists') > 0 and exists (select 1 from json_table(?, '$.lists[*]' columns (p text path '$')) as l where json_type(json_extract(`2`.`attributes`, l.p)) <> 'ARRAY') then null else nullif(json_extract(`2`.`attributes`, json_unquote(json_extract(?, '$.path'))), cast('null' as json)) end = cast(? as json)
  order by `2`.`id`
  limit 2
)
union all (
  select '2' as r, concat('{"id":', ifnull(`3`.`id`, 'null'), ',"attributes":', ifnull(cast(`3`.`attributes` as char), 'null'), '}')
  from `products` as `3`
  where ((case when json_length(?, '$.lists') > 0 and exists (select 1 from json_table(?, '$.lists[*]' columns (p text path '$')) as l where json_type(json_extract(`3`.`attributes`, l.p)) <> 'ARRAY') then null else nullif(json_extract(`3`.`attributes`, json_unquote(json_extract(?, '$.path'))), cast('null' as json)) end <> cast(? as json) and `3`.`attributes` is not null) and not (case when json_length(?, '$.lists') > 0 and exists (select 1 from json_table(?, '$.lists[*]' columns (p text path '$')) as l where json_type(json_extract(`3`.`attributes`, l.p)) <> 'ARRAY') then null else nullif(json_extract(`3`.`attributes`, json_unquote(json_extract(?, '$.path'))), cast('null' as json)) end is null))
  order by `3`.`id`
  limit 2
)
union all (
  select '3' as r, concat('{"id":', ifnull(`4`.`id`, 'null'), ',"attributes":', ifnull(cast(`4`.`attributes` as char), 'null'), '}')
  from `products` as `4`
  where case when json_length(?, '$.lists') > 0 and exists (select 1 from json_table(?, '$.lists[*]' columns (p text path '$')) as l where json_type(json_extract(`4`.`attributes`, l.p)) <> 'ARRAY') then null else nullif(json_extract(`4`.`attributes`, json_unquote(json_extract(?, '$.path'))), cast('null' as json)) end = cast(? as json)
  order by `4`.`id`
  limit 1
)
union all (
  select '4' as r, concat('{"id":', ifnull(`5`.`id`, 'null'), ',"attributes":', ifnull(cast(`5`.`attributes` as char), 'null'), '}')
  from `products` as `5`
  where (case when json_length(?, '$.lists') > 0 and exists (select 1 from json_table(?, '$.lists[*]' columns (p text path '$')) as l where json_type(json_extract(`5`.`attributes`, l.p)) <> 'ARRAY') then null else nullif(json_extract(`5`.`attributes`, json_unquote(json_extract(?, '$.path'))), cast('null' as json)) end = cast(? as json) or case when json_length(?, '$.lists') > 0 and exists (select 1 from json_table(?, '$.lists[*]' columns (p text path '$')) as l where json_type(json_extract(`5`.`attributes`, l.p)) <> 'ARRAY') then null else nullif(json_extract(`5`.`attributes`, json_unquote(json_extract(?, '$.path'))), cast('null' as json)) end = cast(? as json))
  order by `5`.`id`
  limit 2
)
-- ["{\"path\":\"$.\\\"colour\\\"\",\"lists\":[]}","{\"path\":\"$.\\\"colour\\\"\",\"lists\":[]}","{\"path\":\"$.\\\"colour\\\"\",\"lists\":[]}","\"red\"","{\"path\":\"$.\\\"size\\\"\",\"lists\":[]}","{\"path\":\"$.\\\"size\\\"\",\"lists\":[]}","{\"path\":\"$.\\\"size\\\"\",\"lists\":[]}","{\"height\":144.0,\"width\":96}","{\"path\":\"$.\\\"colour\\\"\",\"lists\":[]}","{\"path\":\"$.\\\"colour\\\"\",\"lists\":[]}","{\"path\":\"$.\\\"colour\\\"\",\"lists\":[]}","\"red\"","{\"path\":\"$.\\\"parts\\\"[0]\",\"lists\":[\"$.\\\"parts\\\"\"]}","{\"path\":\"$.\\\"parts\\\"[0]\",\"lists\":[\"$.\\\"parts\\\"\"]}","{\"path\":\"$.\\\"parts\\\"[0]\",\"lists\":[\"$.\\\"parts\\\"\"]}","{\"path\":\"$\",\"lists\":[]}","{\"path\":\"$\",\"lists\":[]}","{\"path\":\"$\",\"lists\":[]}","12345678901234567890.123450","{\"path\":\"$.\\\"a\\\\u0022b\\\"[1].\\\"c\\\"\",\"lists\":[]}","{\"path\":\"$.\\\"a\\\\u0022b\\\"[1].\\\"c\\\"\",\"lists\":[]}","{\"path\":\"$.\\\"a\\\\u0022b\\\"[1].\\\"c\\\"\",\"lists\":[]}","false","{\"path\":\"$\",\"lists\":[]}","{\"path\":\"$\",\"lists\":[]}","{\"path\":\"$\",\"lists\":[]}","{}"]
