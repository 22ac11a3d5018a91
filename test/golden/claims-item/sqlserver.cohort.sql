select [m].[n], [d].[h], case when [m].[h] collate Latin1_General_BIN2 = [d].[h] then null else [r].[v0] end as [v0] from openjson(@p0) with ([n] int '$.n', [h] varchar(64) '$.h', [p0] nvarchar(max) '$.p0', [p1] nvarchar(max) '$.p1', [p2] nvarchar(max) '$.p2', [p3] nvarchar(max) '$.p3', [p4] nvarchar(max) '$.p4', [p5] nvarchar(max) '$.p5') as [m] outer apply (
  select (
    select top (1) [1].[name] as [name], json_query(isnull((
      select top (1) [2].[total] as [total], stuff(convert(nvarchar(19), cast([2].[placed_at] as datetime2(7)), 120), 11, 1, N'T') + isnull(stuff(replace(rtrim(replace(replace(substring(convert(nvarchar(27), cast([2].[placed_at] as datetime2(7)), 121), 20, 8), N'0', N' '), N'.', N' ')), N' ', N'0'), 1, 1, N'.'), N'') + N'+00:00' as [placed_at]
      from [dbo].[orders] as [2]
      where [2].[customer_id] = [1].[id] and ([2].[total] > cast(cast(cast([m].[p0] as varbinary(max)) as nvarchar(max)) as decimal(38,28)) and [2].[placed_at] < cast(cast(cast([m].[p1] as varbinary(max)) as nvarchar(max)) as datetime2(7)) and [2].[gift] = cast(cast(cast([m].[p2] as varbinary(max)) as nvarchar(max)) as bit))
      order by [2].[id]
      for json path, include_null_values
    ), N'[]')) as [orders]
    from [dbo].[customers] as [1]
    where (([1].[country] = cast(cast(cast([m].[p3] as varbinary(max)) as nvarchar(max)) as nvarchar(4000)) and ([1].[country] + N'.') collate Latin1_General_BIN2 = (cast(cast([m].[p3] as varbinary(max)) as nvarchar(max)) + N'.') collate Latin1_General_BIN2) and [1].[id] >= cast(cast(cast([m].[p4] as varbinary(max)) as nvarchar(max)) as int)) and [1].[id] = cast(cast(cast([m].[p5] as varbinary(max)) as nvarchar(max)) as int)
    for json path, include_null_values, without_array_wrapper
  ) as [0]
) as [r] ([v0]) cross apply (
  select convert(varchar(64), hashbytes('SHA2_256', cast(isnull(cast([r].[v0] as nvarchar(max)), N'n') as varbinary(max))), 2) as [h]
) as [d]
