select top (1) (
  select convert(nvarchar(10), [1].[month], 23) as [month], [1].[country] as [country], [1].[orders] as [orders], [1].[quantity] as [quantity], [1].[revenue] as [revenue], json_query(isnull((
    select top (2) [2].[name] as [name]
    from [dbo].[customers] as [2]
    where [2].[country] = [1].[country]
    order by [2].[id]
    for json path, include_null_values
  ), N'[]')) as [customers]
  for json path, include_null_values, without_array_wrapper
) as v0, replace(replace(left(json_value((
  select hashbytes('SHA2_256', (
    select convert(nvarchar(10), [1].[month], 23) as [0], [1].[country] as [1], [1].[orders] as [2], [1].[quantity] as [3], [1].[revenue] as [4]
    for json path, include_null_values
  )) as b
  for json path, include_null_values, without_array_wrapper
), '$.b'), 22), N'+', N'-'), N'/', N'_') as v1
from [dbo].[sales] as [1]
where ([1].[month] = cast(@p0 as date) and ([1].[country] = cast(@p1 as nvarchar(4000)) and ([1].[country] + N'.') collate Latin1_General_BIN2 = (@p1 + N'.') collate Latin1_General_BIN2))
-- ["2023-01-01","NL"]
