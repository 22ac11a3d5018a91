select isnull((
  select top (3) convert(nvarchar(10), [1].[month], 23) as [month], [1].[country] as [country], [1].[orders] as [orders], [1].[revenue] as [revenue], json_query(isnull((
    select top (1) [2].[id] as [id]
    from [dbo].[customers] as [2]
    where [2].[country] = [1].[country]
    order by [2].[id]
    for json path, include_null_values
  ), N'[]')) as [customers]
  from [dbo].[sales] as [1]
  order by case when [1].[revenue] is null then 0 else 1 end, [1].[revenue] desc, case when [1].[month] is null then 1 else 0 end, [1].[month], case when [1].[country] is null then 1 else 0 end, [1].[country]
  for json path, include_null_values
), N'[]') as [0], (
  select top (1) [3].[orders] as [orders]
  from [dbo].[sales] as [3]
  where ([3].[month] = cast(@p0 as date) and ([3].[country] = cast(@p1 as nvarchar(4000)) and ([3].[country] + N'.') collate Latin1_General_BIN2 = (@p1 + N'.') collate Latin1_General_BIN2))
  for json path, include_null_values, without_array_wrapper
) as [1]
-- ["2024-03-01","NL"]
