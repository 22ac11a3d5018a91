select [m].[n], [d].[h], case when [m].[h] collate Latin1_General_BIN2 = [d].[h] then null else [r].[v0] end as [v0] from openjson(@p0) with ([n] int '$.n', [h] varchar(64) '$.h', [p0] nvarchar(max) '$.p0', [p1] nvarchar(max) '$.p1') as [m] outer apply (
  select (
    select json_query(isnull(N'[' + string_agg(r.j0, N',') within group (order by r.n) + N']', N'[]')) as [items], cast(case when exists (
      select 1
      from [dbo].[products] as [6]
      where case when ([6].[price] < (
        select [7].[price]
        from [dbo].[products] as [7]
        where [7].[id] = cast(cast(cast([m].[p0] as varbinary(max)) as nvarchar(max)) as int)
      ) or ([6].[price] = (
        select [7].[price]
        from [dbo].[products] as [7]
        where [7].[id] = cast(cast(cast([m].[p0] as varbinary(max)) as nvarchar(max)) as int)
      ) and ([6].[name] > (
        select [8].[name]
        from [dbo].[products] as [8]
        where [8].[id] = cast(cast(cast([m].[p0] as varbinary(max)) as nvarchar(max)) as int)
      ) or ([6].[name] = (
        select [8].[name]
        from [dbo].[products] as [8]
        where [8].[id] = cast(cast(cast([m].[p0] as varbinary(max)) as nvarchar(max)) as int)
      ) and [6].[id] > (
        select [9].[id]
        from [dbo].[products] as [9]
        where [9].[id] = cast(cast(cast([m].[p0] as varbinary(max)) as nvarchar(max)) as int)
      ))))) then 1 else 0 end = 0
    ) then 1 else 0 end as bit) as [hasPreviousPage], json_query(max(case when r.n = r.c then r.k end)) as [endCursor]
    from (
      select p.*, count(*) over () as c from (
        select top (2) (
          select [1].[id] as [id], [1].[price] as [price]
          for json path, include_null_values, without_array_wrapper
        ) as j0, N'["' + cast(cast([m].[p1] as varbinary(max)) as nvarchar(max)) + N'",' + (
          select json_query((
            select N'9U47x2R4oq' as [0], convert(nvarchar(41), [1].[price]) as [1], cast([1].[name] as nvarchar(max)) as [2], convert(nvarchar(11), [1].[id]) as [3]
            for json path, include_null_values, without_array_wrapper
          )) as [values], json_query((
            select N'9U47x2R4oq.key' as [0], convert(nvarchar(11), [1].[id]) as [1]
            for json path, include_null_values, without_array_wrapper
          )) as [key]
          for json path, include_null_values, without_array_wrapper
        ) + N',"' + cast(cast([m].[p1] as varbinary(max)) as nvarchar(max)) + N'"]' as k, row_number() over (order by [1].[price] desc, [1].[name], [1].[id]) as n
        from [dbo].[products] as [1]
        where cast(case when exists (
          select 1
          from [dbo].[products] as [5]
          where [5].[id] = cast(cast(cast([m].[p0] as varbinary(max)) as nvarchar(max)) as int)
        ) then N'1' else N'the row that the cursor names is gone' end as int) = 1 and ([1].[price] < (
          select [2].[price]
          from [dbo].[products] as [2]
          where [2].[id] = cast(cast(cast([m].[p0] as varbinary(max)) as nvarchar(max)) as int)
        ) or ([1].[price] = (
          select [2].[price]
          from [dbo].[products] as [2]
          where [2].[id] = cast(cast(cast([m].[p0] as varbinary(max)) as nvarchar(max)) as int)
        ) and ([1].[name] > (
          select [3].[name]
          from [dbo].[products] as [3]
          where [3].[id] = cast(cast(cast([m].[p0] as varbinary(max)) as nvarchar(max)) as int)
        ) or ([1].[name] = (
          select [3].[name]
          from [dbo].[products] as [3]
          where [3].[id] = cast(cast(cast([m].[p0] as varbinary(max)) as nvarchar(max)) as int)
        ) and [1].[id] > (
          select [4].[id]
          from [dbo].[products] as [4]
          where [4].[id] = cast(cast(cast([m].[p0] as varbinary(max)) as nvarchar(max)) as int)
        )))))
        order by [1].[price] desc, [1].[name], [1].[id]
      ) as p
    ) as r
    for json path, include_null_values, without_array_wrapper
  ) as [0]
) as [r] ([v0]) cross apply (
  select convert(varchar(64), hashbytes('SHA2_256', cast(isnull(cast([r].[v0] as nvarchar(max)), N'n') as varbinary(max))), 2) as [h]
) as [d]
