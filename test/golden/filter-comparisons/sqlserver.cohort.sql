select [m].[n], [d].[h], case when [m].[h] collate Latin1_General_BIN2 = [d].[h] then null else [r].[v0] end as [v0] from openjson(@p0) with ([n] int '$.n', [h] varchar(64) '$.h', [p0] nvarchar(max) '$.p0', [p1] nvarchar(max) '$.p1', [p2] nvarchar(max) '$.p2', [p3] nvarchar(max) '$.p3', [p4] nvarchar(max) '$.p4') as [m] outer apply (
  select isnull((
    select top (5) [1].[id] as [id], [1].[total] as [total], [1].[status] as [status], stuff(convert(nvarchar(19), cast([1].[placed_at] as datetime2(7)), 120), 11, 1, N'T') + isnull(stuff(replace(rtrim(replace(replace(substring(convert(nvarchar(27), cast([1].[placed_at] as datetime2(7)), 121), 20, 8), N'0', N' '), N'.', N' ')), N' ', N'0'), 1, 1, N'.'), N'') + N'+00:00' as [placed_at]
    from [dbo].[orders] as [1]
    where (([1].[total] >= cast(cast(cast([m].[p0] as varbinary(max)) as nvarchar(max)) as decimal(38,28)) and [1].[total] < cast(cast(cast([m].[p1] as varbinary(max)) as nvarchar(max)) as decimal(38,28))) and ([1].[status] in (select cast(v.[value] as nvarchar(4000)) collate SQL_Latin1_General_CP1_CI_AS from openjson(cast(cast([m].[p2] as varbinary(max)) as nvarchar(max))) as v) and ([1].[status] + N'.') collate Latin1_General_BIN2 in (select (v.[value] + N'.') collate Latin1_General_BIN2 from openjson(cast(cast([m].[p2] as varbinary(max)) as nvarchar(max))) as v)) and [1].[gift] <> cast(cast(cast([m].[p3] as varbinary(max)) as nvarchar(max)) as bit) and [1].[placed_at] > cast(cast(cast([m].[p4] as varbinary(max)) as nvarchar(max)) as datetime2(7)))
    order by [1].[id]
    for json path, include_null_values
  ), N'[]') as [0]
) as [r] ([v0]) cross apply (
  select convert(varchar(64), hashbytes('SHA2_256', cast(isnull(cast([r].[v0] as nvarchar(max)), N'n') as varbinary(max))), 2) as [h]
) as [d]
