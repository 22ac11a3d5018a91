select [m].[n], [d].[h], case when [m].[h] collate Latin1_General_BIN2 = [d].[h] then null else [r].[v0] end as [v0], case when [m].[h] collate Latin1_General_BIN2 = [d].[h] then null else [r].[v1] end as [v1], case when [m].[h] collate Latin1_General_BIN2 = [d].[h] then null else [r].[v2] end as [v2], case when [m].[h] collate Latin1_General_BIN2 = [d].[h] then null else [r].[v3] end as [v3], case when [m].[h] collate Latin1_General_BIN2 = [d].[h] then null else [r].[v4] end as [v4], case when [m].[h] collate Latin1_General_BIN2 = [d].[h] then null else [r].[v5] end as [v5], case when [m].[h] collate Latin1_General_BIN2 = [d].[h] then null else [r].[v6] end as [v6] from openjson(@p0) with ([n] int '$.n', [h] varchar(64) '$.h', [p0] nvarchar(max) '$.p0', [p1] nvarchar(max) '$.p1', [p2] nvarchar(max) '$.p2', [p3] nvarchar(max) '$.p3', [p4] nvarchar(max) '$.p4', [p5] nvarchar(max) '$.p5', [p6] nvarchar(max) '$.p6', [p7] nvarchar(max) '$.p7') as [m] outer apply (
  select isnull((
    select top (5) [1].[id] as [id], [1].[thumbnail] as [thumbnail]
    from [dbo].[products] as [1]
    where convert(varchar(max), [1].[thumbnail], 2) collate Latin1_General_BIN2 in (select v.[value] from openjson(cast(cast([m].[p0] as varbinary(max)) as nvarchar(max))) as v)
    order by [1].[id]
    for json path, include_null_values
  ), N'[]') as [0], isnull((
    select top (100) [2].[id] as [id]
    from [dbo].[products] as [2]
    where ([2].[thumbnail] = cast(convert(varbinary(max), [m].[p1], 2) as varbinary(max)) and datalength([2].[thumbnail]) = datalength(cast(convert(varbinary(max), [m].[p1], 2) as varbinary(max))))
    order by [2].[id]
    for json path, include_null_values
  ), N'[]') as [1], isnull((
    select top (100) [3].[id] as [id]
    from [dbo].[products] as [3]
    where ([3].[thumbnail] = cast(convert(varbinary(max), [m].[p2], 2) as varbinary(max)) and datalength([3].[thumbnail]) = datalength(cast(convert(varbinary(max), [m].[p2], 2) as varbinary(max))))
    order by [3].[id]
    for json path, include_null_values
  ), N'[]') as [2], isnull((
    select top (1) [4].[id] as [id]
    from [dbo].[products] as [4]
    where ([4].[thumbnail] <= cast(convert(varbinary(max), [m].[p3], 2) as varbinary(max)) and ([4].[thumbnail] <> cast(convert(varbinary(max), [m].[p3], 2) as varbinary(max)) or datalength([4].[thumbnail]) < datalength(cast(convert(varbinary(max), [m].[p3], 2) as varbinary(max)))))
    order by [4].[id]
    for json path, include_null_values
  ), N'[]') as [3], isnull((
    select top (100) [5].[id] as [id]
    from [dbo].[products] as [5]
    where (([5].[thumbnail] <= cast(convert(varbinary(max), [m].[p4], 2) as varbinary(max)) and ([5].[thumbnail] <> cast(convert(varbinary(max), [m].[p4], 2) as varbinary(max)) or datalength([5].[thumbnail]) <= datalength(cast(convert(varbinary(max), [m].[p4], 2) as varbinary(max))))) and ([5].[thumbnail] >= cast(convert(varbinary(max), [m].[p5], 2) as varbinary(max)) and ([5].[thumbnail] <> cast(convert(varbinary(max), [m].[p5], 2) as varbinary(max)) or datalength([5].[thumbnail]) > datalength(cast(convert(varbinary(max), [m].[p5], 2) as varbinary(max))))))
    order by [5].[id]
    for json path, include_null_values
  ), N'[]') as [4], isnull((
    select top (1) [6].[id] as [id]
    from [dbo].[products] as [6]
    where ([6].[thumbnail] >= cast(convert(varbinary(max), [m].[p6], 2) as varbinary(max)) and ([6].[thumbnail] <> cast(convert(varbinary(max), [m].[p6], 2) as varbinary(max)) or datalength([6].[thumbnail]) > datalength(cast(convert(varbinary(max), [m].[p6], 2) as varbinary(max)))))
    order by [6].[id]
    for json path, include_null_values
  ), N'[]') as [5], isnull((
    select top (1) [7].[id] as [id]
    from [dbo].[products] as [7]
    where not (convert(varchar(max), [7].[thumbnail], 2) collate Latin1_General_BIN2 in (select v.[value] from openjson(cast(cast([m].[p7] as varbinary(max)) as nvarchar(max))) as v))
    order by [7].[id]
    for json path, include_null_values
  ), N'[]') as [6]
) as [r] ([v0], [v1], [v2], [v3], [v4], [v5], [v6]) cross apply (
  select convert(varchar(64), hashbytes('SHA2_256', cast(isnull(cast([r].[v0] as nvarchar(max)), N'n') + nchar(10) + isnull(cast([r].[v1] as nvarchar(max)), N'n') + nchar(10) + isnull(cast([r].[v2] as nvarchar(max)), N'n') + nchar(10) + isnull(cast([r].[v3] as nvarchar(max)), N'n') + nchar(10) + isnull(cast([r].[v4] as nvarchar(max)), N'n') + nchar(10) + isnull(cast([r].[v5] as nvarchar(max)), N'n') + nchar(10) + isnull(cast([r].[v6] as nvarchar(max)), N'n') as varbinary(max))), 2) as [h]
) as [d]
