select isnull((
  select top (5) [1].[id] as [id], [1].[total] as [total], [1].[status] as [status], stuff(convert(nvarchar(19), cast([1].[placed_at] as datetime2(7)), 120), 11, 1, N'T') + isnull(stuff(replace(rtrim(replace(replace(substring(convert(nvarchar(27), cast([1].[placed_at] as datetime2(7)), 121), 20, 8), N'0', N' '), N'.', N' ')), N' ', N'0'), 1, 1, N'.'), N'') + N'+00:00' as [placed_at]
  from [dbo].[orders] as [1]
  where (([1].[total] >= cast(@p0 as decimal(38,28)) and [1].[total] < cast(@p1 as decimal(38,28))) and ([1].[status] in (select cast(v.[value] as nvarchar(4000)) collate SQL_Latin1_General_CP1_CI_AS from openjson(@p2) as v) and ([1].[status] + N'.') collate Latin1_General_BIN2 in (select (v.[value] + N'.') collate Latin1_General_BIN2 from openjson(@p2) as v)) and [1].[gift] <> cast(@p3 as bit) and [1].[placed_at] > cast(@p4 as datetime2(7)))
  order by [1].[id]
  for json path, include_null_values
), N'[]') as [0]
-- ["100","250.5","[\"SHIPPED\",\"PAID\"]","1","2019-12-31T22:00:00"]
