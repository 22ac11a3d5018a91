select [m].[n], [d].[h], case when [m].[h] collate Latin1_General_BIN2 = [d].[h] then null else [r].[v0] end as [v0] from openjson(@p0) with ([n] int '$.n', [h] varchar(64) '$.h') as [m] outer apply (
  select isnull((
    select top (3) [1].[id] as [id], json_query(isnull((
      select top (3) [4].[name] as [name], json_query(isnull((
        select top (1) [6].[id] as [id]
        from [dbo].[products] as [6]
        where exists (
          select 1
          from [dbo].[product_suppliers] as [7]
          where [7].[supplier_id] = [4].[id] and [7].[product_id] = [6].[id]
        )
        order by [6].[id]
        for json path, include_null_values
      ), N'[]')) as [products]
      from [dbo].[suppliers] as [4]
      where exists (
        select 1
        from [dbo].[product_suppliers] as [5]
        where [5].[product_id] = [1].[id] and [5].[supplier_id] = [4].[id]
      )
      order by [4].[name], [4].[id]
      for json path, include_null_values
    ), N'[]')) as [suppliers], json_query(isnull((
      select top (2) [8].[cost] as [cost], [8].[preferred] as [preferred]
      from [dbo].[product_suppliers] as [8]
      where [8].[product_id] = [1].[id]
      order by [8].[product_id], [8].[supplier_id]
      for json path, include_null_values
    ), N'[]')) as [productSuppliers]
    from [dbo].[products] as [1]
    where exists (
      select 1
      from [dbo].[suppliers] as [2]
      where exists (
        select 1
        from [dbo].[product_suppliers] as [3]
        where [3].[product_id] = [1].[id] and [3].[supplier_id] = [2].[id]
      )
    )
    order by [1].[id]
    for json path, include_null_values
  ), N'[]') as [0]
) as [r] ([v0]) cross apply (
  select convert(varchar(64), hashbytes('SHA2_256', cast(isnull(cast([r].[v0] as nvarchar(max)), N'n') as varbinary(max))), 2) as [h]
) as [d]
