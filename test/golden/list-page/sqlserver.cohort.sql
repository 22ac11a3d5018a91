select [m].[n], [d].[h], case when [m].[h] collate Latin1_General_BIN2 = [d].[h] then null else [r].[v0] end as [v0] from openjson(@p0) with ([n] int '$.n', [h] varchar(64) '$.h') as [m] outer apply (
  select isnull((
    select [1].[id] as [id]
    from [dbo].[orders] as [1]
    order by [1].[id]
    offset 5 rows fetch next 3 rows only
    for json path, include_null_values
  ), N'[]') as [0]
) as [r] ([v0]) cross apply (
  select convert(varchar(64), hashbytes('SHA2_256', cast(isnull(cast([r].[v0] as nvarchar(max)), N'n') as varbinary(max))), 2) as [h]
) as [d]
