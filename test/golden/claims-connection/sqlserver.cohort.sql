select [m].[n], [d].[h], case when [m].[h] collate Latin1_General_BIN2 = [d].[h] then null else [r].[v0] end as [v0] from openjson(@p0) with ([n] int '$.n', [h] varchar(64) '$.h', [p0] nvarchar(max) '$.p0', [p1] nvarchar(max) '$.p1', [p2] nvarchar(max) '$.p2', [p3] nvarchar(max) '$.p3', [p4] nvarchar(max) '$.p4', [p5] nvarchar(max) '$.p5') as [m] outer apply (
  select (
    select (
      select count_big(*)
      from [dbo].[orders] as [2]
      where ([2].[total] > cast(cast(cast([m].[p0] as varbinary(max)) as nvarchar(max)) as decimal(38,28)) and [2].[placed_at] < cast(cast(cast([m].[p1] as varbinary(max)) as nvarchar(max)) as datetime2(7)) and [2].[gift] = cast(cast(cast([m].[p2] as varbinary(max)) as nvarchar(max)) as bit)) and [2].[total] < cast(cast(cast([m].[p3] as varbinary(max)) as nvarchar(max)) as decimal(38,28))
    ) as [totalCount], cast(case when count_big(*) > 2 then 1 else 0 end as bit) as [hasNextPage], json_query(isnull(N'[' + string_agg(case when r.n <= 2 then r.j0 end, N',') within group (order by r.n) + N']', N'[]')) as [items], json_query(isnull((
      select top (100) json_query((
        select [5].[f0] as [gift]
        for json path, include_null_values, without_array_wrapper
      )) as [fields], json_query((
        select [5].[a0] as [count], [5].[a1] as [sum]
        for json path, include_null_values, without_array_wrapper
      )) as [aggregations]
      from (
        select [4].[gift] as [f0], count_big(*) as [a0], sum([4].[total]) as [a1]
        from [dbo].[orders] as [4]
        where ([4].[total] > cast(cast(cast([m].[p0] as varbinary(max)) as nvarchar(max)) as decimal(38,28)) and [4].[placed_at] < cast(cast(cast([m].[p1] as varbinary(max)) as nvarchar(max)) as datetime2(7)) and [4].[gift] = cast(cast(cast([m].[p2] as varbinary(max)) as nvarchar(max)) as bit)) and [4].[total] < cast(cast(cast([m].[p3] as varbinary(max)) as nvarchar(max)) as decimal(38,28))
        group by [4].[gift]
      ) as [5]
      order by [5].[f0]
      for json path, include_null_values
    ), N'[]')) as [groupBy]
    from (
      select top (3) (
        select [1].[id] as [id], json_query((
          select [3].[country] as [country]
          from [dbo].[customers] as [3]
          where [3].[id] = [1].[customer_id] and (([3].[country] = cast(cast(cast([m].[p4] as varbinary(max)) as nvarchar(max)) as nvarchar(4000)) and ([3].[country] + N'.') collate Latin1_General_BIN2 = (cast(cast([m].[p4] as varbinary(max)) as nvarchar(max)) + N'.') collate Latin1_General_BIN2) and [3].[id] >= cast(cast(cast([m].[p5] as varbinary(max)) as nvarchar(max)) as int))
          for json path, include_null_values, without_array_wrapper
        )) as [customer]
        for json path, include_null_values, without_array_wrapper
      ) as j0, row_number() over (order by [1].[placed_at] desc, [1].[id]) as n
      from [dbo].[orders] as [1]
      where ([1].[total] > cast(cast(cast([m].[p0] as varbinary(max)) as nvarchar(max)) as decimal(38,28)) and [1].[placed_at] < cast(cast(cast([m].[p1] as varbinary(max)) as nvarchar(max)) as datetime2(7)) and [1].[gift] = cast(cast(cast([m].[p2] as varbinary(max)) as nvarchar(max)) as bit)) and [1].[total] < cast(cast(cast([m].[p3] as varbinary(max)) as nvarchar(max)) as decimal(38,28))
      order by [1].[placed_at] desc, [1].[id]
    ) as r
    for json path, include_null_values, without_array_wrapper
  ) as [0]
) as [r] ([v0]) cross apply (
  select convert(varchar(64), hashbytes('SHA2_256', cast(isnull(cast([r].[v0] as nvarchar(max)), N'n') as varbinary(max))), 2) as [h]
) as [d]
