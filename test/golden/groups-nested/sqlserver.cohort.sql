select [m].[n], [d].[h], case when [m].[h] collate Latin1_General_BIN2 = [d].[h] then null else [r].[v0] end as [v0], case when [m].[h] collate Latin1_General_BIN2 = [d].[h] then null else [r].[v1] end as [v1] from openjson(@p0) with ([n] int '$.n', [h] varchar(64) '$.h', [p0] nvarchar(max) '$.p0', [p1] nvarchar(max) '$.p1') as [m] outer apply (
  select isnull((
    select top (3) [1].[id] as [id], json_query((
      select (
        select count_big(*)
        from [dbo].[orders] as [3]
        where [3].[customer_id] = [1].[id] and [3].[total] > cast(cast(cast([m].[p0] as varbinary(max)) as nvarchar(max)) as decimal(38,28))
      ) as [totalCount], json_query(isnull(N'[' + string_agg(r.j0, N',') within group (order by r.n) + N']', N'[]')) as [items], json_query(isnull((
        select top (100) json_query((
          select [8].[f0] as [status]
          for json path, include_null_values, without_array_wrapper
        )) as [fields], json_query((
          select [8].[a0] as [sum]
          for json path, include_null_values, without_array_wrapper
        )) as [aggregations]
        from (
          select min([7].[status]) as [f0], sum([7].[total]) as [a0]
          from [dbo].[orders] as [7]
          where [7].[customer_id] = [1].[id] and [7].[total] > cast(cast(cast([m].[p0] as varbinary(max)) as nvarchar(max)) as decimal(38,28))
          group by ([7].[status] + N'.') collate Latin1_General_BIN2
        ) as [8]
        order by case when [8].[a0] is null then 0 else 1 end, [8].[a0] desc, [8].[f0], ([8].[f0] + N'.') collate Latin1_General_BIN2
        for json path, include_null_values
      ), N'[]')) as [groupBy]
      from (
        select top (1) (
          select [2].[id] as [id], json_query((
            select json_query(isnull((
              select top (100) json_query((
                select [6].[a0] as [lines], [6].[a1] as [sum]
                for json path, include_null_values, without_array_wrapper
              )) as [aggregations]
              from (
                select count_big(*) as [a0], sum([5].[line_total]) as [a1]
                from [dbo].[order_details] as [5]
                where [5].[order_id] = [2].[id]
              ) as [6]
              for json path, include_null_values
            ), N'[]')) as [groupBy]
            for json path, include_null_values, without_array_wrapper
          )) as [orderDetails_connection]
          for json path, include_null_values, without_array_wrapper
        ) as j0, row_number() over (order by [2].[id]) as n
        from [dbo].[orders] as [2]
        where [2].[customer_id] = [1].[id] and [2].[total] > cast(cast(cast([m].[p0] as varbinary(max)) as nvarchar(max)) as decimal(38,28))
        order by [2].[id]
      ) as r
      for json path, include_null_values, without_array_wrapper
    )) as [orders_connection]
    from [dbo].[customers] as [1]
    order by [1].[id]
    for json path, include_null_values
  ), N'[]') as [0], isnull((
    select top (2) json_query((
      select json_query(isnull((
        select top (100) json_query((
          select [13].[f0] as [discontinued]
          for json path, include_null_values, without_array_wrapper
        )) as [fields], json_query((
          select [13].[a0] as [count]
          for json path, include_null_values, without_array_wrapper
        )) as [aggregations]
        from (
          select [12].[discontinued] as [f0], count_big(*) as [a0]
          from [dbo].[products] as [12]
          where exists (
            select 1
            from [dbo].[product_suppliers] as [14]
            where [14].[supplier_id] = [9].[id] and [14].[product_id] = [12].[id]
          ) and (lower([12].[name]) collate Latin1_General_BIN2 like lower(cast(cast([m].[p1] as varbinary(max)) as nvarchar(max)) collate SQL_Latin1_General_CP1_CI_AS) collate Latin1_General_BIN2 or lower([12].[description]) collate Latin1_General_BIN2 like lower(cast(cast([m].[p1] as varbinary(max)) as nvarchar(max)) collate SQL_Latin1_General_CP1_CI_AS) collate Latin1_General_BIN2)
          group by [12].[discontinued]
        ) as [13]
        order by [13].[f0]
        for json path, include_null_values
      ), N'[]')) as [groupBy]
      for json path, include_null_values, without_array_wrapper
    )) as [products_connection]
    from [dbo].[suppliers] as [9]
    order by [9].[id]
    for json path, include_null_values
  ), N'[]') as [1]
) as [r] ([v0], [v1]) cross apply (
  select convert(varchar(64), hashbytes('SHA2_256', cast(isnull(cast([r].[v0] as nvarchar(max)), N'n') + nchar(10) + isnull(cast([r].[v1] as nvarchar(max)), N'n') as varbinary(max))), 2) as [h]
) as [d]
