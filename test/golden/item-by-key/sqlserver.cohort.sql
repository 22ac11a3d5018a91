select [m].[n], [d].[h], case when [m].[h] collate Latin1_General_BIN2 = [d].[h] then null else [r].[v0] end as [v0] from openjson(@p0) with ([n] int '$.n', [h] varchar(64) '$.h', [p0] nvarchar(max) '$.p0') as [m] outer apply (
  select (
    select top (1) [1].[id] as [id], [1].[reference] as [reference], [1].[status] as [status], [1].[total] as [total], stuff(convert(nvarchar(19), cast([1].[placed_at] as datetime2(7)), 120), 11, 1, N'T') + isnull(stuff(replace(rtrim(replace(replace(substring(convert(nvarchar(27), cast([1].[placed_at] as datetime2(7)), 121), 20, 8), N'0', N' '), N'.', N' ')), N' ', N'0'), 1, 1, N'.'), N'') + N'+00:00' as [placed_at], stuff(convert(nvarchar(19), cast([1].[shipped_at] as datetime2(7)), 120), 11, 1, N'T') + isnull(stuff(replace(rtrim(replace(replace(substring(convert(nvarchar(27), cast([1].[shipped_at] as datetime2(7)), 121), 20, 8), N'0', N' '), N'.', N' ')), N' ', N'0'), 1, 1, N'.'), N'') + N'+00:00' as [shipped_at], [1].[gift] as [gift]
    from [dbo].[orders] as [1]
    where [1].[id] = cast(cast(cast([m].[p0] as varbinary(max)) as nvarchar(max)) as int)
    for json path, include_null_values, without_array_wrapper
  ) as [0]
) as [r] ([v0]) cross apply (
  select convert(varchar(64), hashbytes('SHA2_256', cast(isnull(cast([r].[v0] as nvarchar(max)), N'n') as varbinary(max))), 2) as [h]
) as [d]
