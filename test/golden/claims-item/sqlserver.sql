select (
  select top (1) [1].[name] as [name], json_query(isnull((
    select top (1) [2].[total] as [total], stuff(convert(nvarchar(19), cast([2].[placed_at] as datetime2(7)), 120), 11, 1, N'T') + isnull(stuff(replace(rtrim(replace(replace(substring(convert(nvarchar(27), cast([2].[placed_at] as datetime2(7)), 121), 20, 8), N'0', N' '), N'.', N' ')), N' ', N'0'), 1, 1, N'.'), N'') + N'+00:00' as [placed_at]
    from [dbo].[orders] as [2]
    where [2].[customer_id] = [1].[id] and ([2].[total] > cast(@p0 as decimal(38,28)) and [2].[placed_at] < cast(@p1 as datetime2(7)) and [2].[gift] = cast(@p2 as bit))
    order by [2].[id]
    for json path, include_null_values
  ), N'[]')) as [orders]
  from [dbo].[customers] as [1]
  where (([1].[country] = cast(@p3 as nvarchar(4000)) and ([1].[country] + N'.') collate Latin1_General_BIN2 = (@p3 + N'.') collate Latin1_General_BIN2) and [1].[id] >= cast(@p4 as int)) and [1].[id] = cast(@p5 as int)
  for json path, include_null_values, without_array_wrapper
) as [0]
-- ["100.5","2024-12-31T00:00:00","0","DK","2","2"]
