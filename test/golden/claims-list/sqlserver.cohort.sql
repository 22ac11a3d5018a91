select [m].[n], [d].[h], case when [m].[h] collate Latin1_General_BIN2 = [d].[h] then null else [r].[v0] end as [v0], case when [m].[h] collate Latin1_General_BIN2 = [d].[h] then null else [r].[v1] end as [v1] from openjson(@p0) with ([n] int '$.n', [h] varchar(64) '$.h', [p0] nvarchar(max) '$.p0', [p1] nvarchar(max) '$.p1', [p2] nvarchar(max) '$.p2', [p3] nvarchar(max) '$.p3', [p4] nvarchar(max) '$.p4', [p5] nvarchar(max) '$.p5', [p6] nvarchar(max) '$.p6', [p7] nvarchar(max) '$.p7', [p8] nvarchar(max) '$.p8', [p9] nvarchar(max) '$.p9') as [m] outer apply (
  select isnull((
    select top (2) [1].[id] as [id], [1].[country] as [country], json_query(isnull((
      select top (2) [2].[id] as [id], [2].[total] as [total]
      from [dbo].[orders] as [2]
      where [2].[customer_id] = [1].[id] and ([2].[total] > cast(cast(cast([m].[p0] as varbinary(max)) as nvarchar(max)) as decimal(38,28)) and [2].[placed_at] < cast(cast(cast([m].[p1] as varbinary(max)) as nvarchar(max)) as datetime2(7)) and [2].[gift] = cast(cast(cast([m].[p2] as varbinary(max)) as nvarchar(max)) as bit))
      order by [2].[id]
      for json path, include_null_values
    ), N'[]')) as [orders]
    from [dbo].[customers] as [1]
    where (([1].[country] = cast(cast(cast([m].[p3] as varbinary(max)) as nvarchar(max)) as nvarchar(4000)) and ([1].[country] + N'.') collate Latin1_General_BIN2 = (cast(cast([m].[p3] as varbinary(max)) as nvarchar(max)) + N'.') collate Latin1_General_BIN2) and [1].[id] >= cast(cast(cast([m].[p4] as varbinary(max)) as nvarchar(max)) as int))
    order by [1].[id]
    for json path, include_null_values
  ), N'[]') as [0], isnull((
    select top (2) [3].[id] as [id], json_query((
      select [4].[name] as [name]
      from [dbo].[customers] as [4]
      where [4].[id] = [3].[customer_id] and (([4].[country] = cast(cast(cast([m].[p5] as varbinary(max)) as nvarchar(max)) as nvarchar(4000)) and ([4].[country] + N'.') collate Latin1_General_BIN2 = (cast(cast([m].[p5] as varbinary(max)) as nvarchar(max)) + N'.') collate Latin1_General_BIN2) and [4].[id] >= cast(cast(cast([m].[p6] as varbinary(max)) as nvarchar(max)) as int))
      for json path, include_null_values, without_array_wrapper
    )) as [customer]
    from [dbo].[orders] as [3]
    where ([3].[total] > cast(cast(cast([m].[p7] as varbinary(max)) as nvarchar(max)) as decimal(38,28)) and [3].[placed_at] < cast(cast(cast([m].[p8] as varbinary(max)) as nvarchar(max)) as datetime2(7)) and [3].[gift] = cast(cast(cast([m].[p9] as varbinary(max)) as nvarchar(max)) as bit))
    order by [3].[total] desc, [3].[id]
    for json path, include_null_values
  ), N'[]') as [1]
) as [r] ([v0], [v1]) cross apply (
  select convert(varchar(64), hashbytes('SHA2_256', cast(isnull(cast([r].[v0] as nvarchar(max)), N'n') + nchar(10) + isnull(cast([r].[v1] as nvarchar(max)), N'n') as varbinary(max))), 2) as [h]
) as [d]
