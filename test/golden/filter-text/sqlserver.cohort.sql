select [m].[n], [d].[h], case when [m].[h] collate Latin1_General_BIN2 = [d].[h] then null else [r].[v0] end as [v0], case when [m].[h] collate Latin1_General_BIN2 = [d].[h] then null else [r].[v1] end as [v1], case when [m].[h] collate Latin1_General_BIN2 = [d].[h] then null else [r].[v2] end as [v2], case when [m].[h] collate Latin1_General_BIN2 = [d].[h] then null else [r].[v3] end as [v3] from openjson(@p0) with ([n] int '$.n', [h] varchar(64) '$.h', [p0] nvarchar(max) '$.p0', [p1] nvarchar(max) '$.p1', [p2] nvarchar(max) '$.p2', [p3] nvarchar(max) '$.p3', [p4] nvarchar(max) '$.p4') as [m] outer apply (
  select isnull((
    select top (3) [1].[name] as [name]
    from [dbo].[products] as [1]
    where (lower([1].[name]) collate Latin1_General_BIN2 like lower(cast(cast([m].[p0] as varbinary(max)) as nvarchar(max)) collate SQL_Latin1_General_CP1_CI_AS) collate Latin1_General_BIN2 and not ([1].[name] collate Latin1_General_BIN2 like cast(cast([m].[p1] as varbinary(max)) as nvarchar(max))))
    order by [1].[id]
    for json path, include_null_values
  ), N'[]') as [0], isnull((
    select top (3) [2].[name] as [name]
    from [dbo].[customers] as [2]
    where ([2].[name] like cast(cast(cast([m].[p2] as varbinary(max)) as nvarchar(max)) as nvarchar(4000)) and [2].[name] collate Latin1_General_BIN2 like cast(cast([m].[p2] as varbinary(max)) as nvarchar(max)))
    order by [2].[id]
    for json path, include_null_values
  ), N'[]') as [1], isnull((
    select top (3) [3].[notes] as [notes]
    from [dbo].[customers] as [3]
    where [3].[notes] collate Latin1_General_BIN2 like cast(cast([m].[p3] as varbinary(max)) as nvarchar(max))
    order by [3].[id]
    for json path, include_null_values
  ), N'[]') as [2], isnull((
    select top (3) [4].[notes] as [notes]
    from [dbo].[customers] as [4]
    where [4].[notes] collate Latin1_General_BIN2 like cast(cast([m].[p4] as varbinary(max)) as nvarchar(max))
    order by [4].[id]
    for json path, include_null_values
  ), N'[]') as [3]
) as [r] ([v0], [v1], [v2], [v3]) cross apply (
  select convert(varchar(64), hashbytes('SHA2_256', cast(isnull(cast([r].[v0] as nvarchar(max)), N'n') + nchar(10) + isnull(cast([r].[v1] as nvarchar(max)), N'n') + nchar(10) + isnull(cast([r].[v2] as nvarchar(max)), N'n') + nchar(10) + isnull(cast([r].[v3] as nvarchar(max)), N'n') as varbinary(max))), 2) as [h]
) as [d]
