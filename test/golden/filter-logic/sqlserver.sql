select isnull((
  select top (3) [1].[id] as [id], [1].[total] as [total], [1].[gift] as [gift], [1].[priority] as [priority]
  from [dbo].[orders] as [1]
  where (([1].[total] < cast(@p0 as decimal(38,28)) or ([1].[gift] = cast(@p1 as bit) and not ([1].[priority] is null))) and not (([1].[status] = cast(@p2 as nvarchar(4000)) and ([1].[status] + N'.') collate Latin1_General_BIN2 = (@p2 + N'.') collate Latin1_General_BIN2)))
  order by [1].[id]
  for json path, include_null_values
), N'[]') as [0]
-- ["20","1","CANCELLED"]
