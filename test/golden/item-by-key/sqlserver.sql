select (
  select top (1) [1].[id] as [id], [1].[reference] as [reference], [1].[status] as [status], [1].[total] as [total], stuff(convert(nvarchar(19), cast([1].[placed_at] as datetime2(7)), 120), 11, 1, N'T') + isnull(stuff(replace(rtrim(replace(replace(substring(convert(nvarchar(27), cast([1].[placed_at] as datetime2(7)), 121), 20, 8), N'0', N' '), N'.', N' ')), N' ', N'0'), 1, 1, N'.'), N'') + N'+00:00' as [placed_at], stuff(convert(nvarchar(19), cast([1].[shipped_at] as datetime2(7)), 120), 11, 1, N'T') + isnull(stuff(replace(rtrim(replace(replace(substring(convert(nvarchar(27), cast([1].[shipped_at] as datetime2(7)), 121), 20, 8), N'0', N' '), N'.', N' ')), N' ', N'0'), 1, 1, N'.'), N'') + N'+00:00' as [shipped_at], [1].[gift] as [gift]
  from [dbo].[orders] as [1]
  where [1].[id] = cast(@p0 as int)
  for json path, include_null_values, without_array_wrapper
) as [0]
-- ["7"]
