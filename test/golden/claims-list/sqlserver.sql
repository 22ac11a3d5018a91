select isnull((
  select top (2) [1].[id] as [id], [1].[country] as [country], json_query(isnull((
    select top (2) [2].[id] as [id], [2].[total] as [total]
    from [dbo].[orders] as [2]
    where [2].[customer_id] = [1].[id] and ([2].[total] > cast(@p0 as decimal(38,28)) and [2].[placed_at] < cast(@p1 as datetime2(7)) and [2].[gift] = cast(@p2 as bit))
    order by [2].[id]
    for json path, include_null_values
  ), N'[]')) as [orders]
  from [dbo].[customers] as [1]
  where (([1].[country] = cast(@p3 as nvarchar(4000)) and ([1].[country] + N'.') collate Latin1_General_BIN2 = (@p3 + N'.') collate Latin1_General_BIN2) and [1].[id] >= cast(@p4 as int))
  order by [1].[id]
  for json path, include_null_values
), N'[]') as [0], isnull((
  select top (2) [3].[id] as [id], json_query((
    select [4].[name] as [name]
    from [dbo].[customers] as [4]
    where [4].[id] = [3].[customer_id] and (([4].[country] = cast(@p5 as nvarchar(4000)) and ([4].[country] + N'.') collate Latin1_General_BIN2 = (@p5 + N'.') collate Latin1_General_BIN2) and [4].[id] >= cast(@p6 as int))
    for json path, include_null_values, without_array_wrapper
  )) as [customer]
  from [dbo].[orders] as [3]
  where ([3].[total] > cast(@p7 as decimal(38,28)) and [3].[placed_at] < cast(@p8 as datetime2(7)) and [3].[gift] = cast(@p9 as bit))
  order by [3].[total] desc, [3].[id]
  for json path, include_null_values
), N'[]') as [1]
-- ["100.5","2024-12-31T00:00:00","0","DK","2","DK","2","100.5","2024-12-31T00:00:00","0"]
