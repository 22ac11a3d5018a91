select (
  select json_query(isnull(N'[' + string_agg(case when r.n <= 1 then r.j0 end, N',') within group (order by r.n) + N']', N'[]')) as [items], json_query(case when (count_big(*) > 1 or exists (
    select 1
    from [dbo].[categories] as [2]
    where case when [2].[id] < cast(@p0 as smallint) then 1 else 0 end = 0
  )) then max(case when r.n = case when r.c < 1 then r.c else 1 end then r.k end) end) as [endCursor]
  from (
    select p.*, count(*) over () as c from (
      select top (2) (
        select [1].[id] as [id]
        for json path, include_null_values, without_array_wrapper
      ) as j0, N'["' + @p1 + N'",' + (
        select json_query((
          select N'AomfIO-Mm4' as [0], convert(nvarchar(11), [1].[id]) as [1]
          for json path, include_null_values, without_array_wrapper
        )) as [values]
        for json path, include_null_values, without_array_wrapper
      ) + N',"' + @p1 + N'"]' as k, row_number() over (order by [1].[id]) as n
      from [dbo].[categories] as [1]
      where [1].[id] > cast(@p2 as smallint) and [1].[id] < cast(@p0 as smallint)
      order by [1].[id]
    ) as p
  ) as r
  for json path, include_null_values, without_array_wrapper
) as [0], (
  select json_query(isnull(N'[' + string_agg(case when r.n <= 100 then r.j0 end, N',') within group (order by r.n) + N']', N'[]')) as [items], json_query(case when (count_big(*) > 100 or exists (
    select 1
    from [dbo].[categories] as [4]
    where case when [4].[id] < cast(@p3 as smallint) then 1 else 0 end = 0
  )) then max(case when r.n = case when r.c < 100 then r.c else 100 end then r.k end) end) as [endCursor], cast(case when (count_big(*) > 100 or exists (
    select 1
    from [dbo].[categories] as [5]
    where case when [5].[id] < cast(@p3 as smallint) then 1 else 0 end = 0
  )) then 1 else 0 end as bit) as [hasNextPage]
  from (
    select p.*, count(*) over () as c from (
      select top (101) (
        select [3].[id] as [id]
        for json path, include_null_values, without_array_wrapper
      ) as j0, N'["' + @p1 + N'",' + (
        select json_query((
          select N'AomfIO-Mm4' as [0], convert(nvarchar(11), [3].[id]) as [1]
          for json path, include_null_values, without_array_wrapper
        )) as [values]
        for json path, include_null_values, without_array_wrapper
      ) + N',"' + @p1 + N'"]' as k, row_number() over (order by [3].[id]) as n
      from [dbo].[categories] as [3]
      where [3].[id] > cast(@p4 as smallint) and [3].[id] < cast(@p3 as smallint)
      order by [3].[id]
    ) as p
  ) as r
  for json path, include_null_values, without_array_wrapper
) as [1], (
  select json_query(case when count_big(*) > 100 then max(case when r.n = case when r.c < 100 then r.c else 100 end then r.k end) end) as [endCursor], cast(case when count_big(*) > 100 then 1 else 0 end as bit) as [hasNextPage]
  from (
    select p.*, count(*) over () as c from (
      select top (101) N'["' + @p1 + N'",' + (
        select json_query((
          select N'AomfIO-Mm4' as [0], convert(nvarchar(11), [6].[id]) as [1]
          for json path, include_null_values, without_array_wrapper
        )) as [values]
        for json path, include_null_values, without_array_wrapper
      ) + N',"' + @p1 + N'"]' as k, row_number() over (order by [6].[id]) as n
      from [dbo].[categories] as [6]
      where [6].[id] > cast(@p5 as smallint)
      order by [6].[id]
    ) as p
  ) as r
  for json path, include_null_values, without_array_wrapper
) as [2]
-- ["6","sentinel of mark","2","6","2","2"]
