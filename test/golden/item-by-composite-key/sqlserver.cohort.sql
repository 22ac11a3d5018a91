select [m].[n], [d].[h], case when [m].[h] collate Latin1_General_BIN2 = [d].[h] then null else [r].[v0] end as [v0], case when [m].[h] collate Latin1_General_BIN2 = [d].[h] then null else [r].[v1] end as [v1] from openjson(@p0) with ([n] int '$.n', [h] varchar(64) '$.h', [p0] nvarchar(max) '$.p0', [p1] nvarchar(max) '$.p1', [p2] nvarchar(max) '$.p2', [p3] nvarchar(max) '$.p3') as [m] outer apply (
  select (
    select top (1) [1].[order_id] as [order_id], [1].[line_no] as [line_no], [1].[quantity] as [quantity], [1].[line_total] as [line_total], json_query((
      select [2].[name] as [name]
      from [dbo].[products] as [2]
      where [2].[id] = [1].[product_id]
      for json path, include_null_values, without_array_wrapper
    )) as [product]
    from [dbo].[order_details] as [1]
    where ([1].[order_id] = cast(cast(cast([m].[p0] as varbinary(max)) as nvarchar(max)) as int) and [1].[line_no] = cast(cast(cast([m].[p1] as varbinary(max)) as nvarchar(max)) as int))
    for json path, include_null_values, without_array_wrapper
  ) as [0], (
    select top (1) [3].[quantity] as [quantity]
    from [dbo].[order_details] as [3]
    where ([3].[order_id] = cast(cast(cast([m].[p2] as varbinary(max)) as nvarchar(max)) as int) and [3].[line_no] = cast(cast(cast([m].[p3] as varbinary(max)) as nvarchar(max)) as int))
    for json path, include_null_values, without_array_wrapper
  ) as [1]
) as [r] ([v0], [v1]) cross apply (
  select convert(varchar(64), hashbytes('SHA2_256', cast(isnull(cast([r].[v0] as nvarchar(max)), N'n') + nchar(10) + isnull(cast([r].[v1] as nvarchar(max)), N'n') as varbinary(max))), 2) as [h]
) as [d]
