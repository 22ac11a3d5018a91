select (
  select json_query(case when count_big(*) > 3 then max(case when r.n = case when r.c < 3 then r.c else 3 end then r.k end) end) as [endCursor]
  from (
    select p.*, count(*) over () as c from (
      select top (4) N'["' + @p0 + N'",' + (
        select json_query((
          select N'0qK9q2Wnk2' as [0], cast([1].[name] as nvarchar(max)) as [1], convert(nvarchar(11), [1].[id]) as [2]
          for json path, include_null_values, without_array_wrapper
        )) as [values], json_query((
          select N'0qK9q2Wnk2.key' as [0], convert(nvarchar(11), [1].[id]) as [1]
          for json path, include_null_values, without_array_wrapper
        )) as [key]
        for json path, include_null_values, without_array_wrapper
      ) + N',"' + @p0 + N'"]' as k, row_number() over (order by [1].[name] desc, [1].[id]) as n
      from [dbo].[categories] as [1]
      order by [1].[name] desc, [1].[id]
    ) as p
  ) as r
  for json path, include_null_values, without_array_wrapper
) as [0], (
  select json_query(case when cast(@p1 as bigint) > 0 then max(case when r.n = 1 then r.k end) end) as [startCursor], json_query(case when count_big(*) > cast(@p1 as bigint) then max(case when r.n = case when r.c < cast(@p1 as bigint) then r.c else cast(@p1 as bigint) end then r.k end) end) as [endCursor], (select count_big(*) from [dbo].[categories] as [3]) as [totalCount]
  from (
    select p.*, count(*) over () as c from (
      select top (cast(@p1 as bigint) + 1) N'["' + @p0 + N'",' + (
        select json_query((
          select N'0qK9q2Wnk2' as [0], cast([2].[name] as nvarchar(max)) as [1], convert(nvarchar(11), [2].[id]) as [2]
          for json path, include_null_values, without_array_wrapper
        )) as [values], json_query((
          select N'0qK9q2Wnk2.key' as [0], convert(nvarchar(11), [2].[id]) as [1]
          for json path, include_null_values, without_array_wrapper
        )) as [key]
        for json path, include_null_values, without_array_wrapper
      ) + N',"' + @p0 + N'"]' as k, row_number() over (order by [2].[name] desc, [2].[id]) as n
      from [dbo].[categories] as [2]
      order by [2].[name] desc, [2].[id]
    ) as p
  ) as r
  for json path, include_null_values, without_array_wrapper
) as [1], (
  select json_query(max(case when r.n = case when r.c < 3 then r.c else 3 end then r.k end)) as [startCursor], json_query(case when 1 = 0 then max(case when r.n = 1 then r.k end) end) as [endCursor], cast(case when count_big(*) > 3 then 1 else 0 end as bit) as [hasPreviousPage]
  from (
    select p.*, count(*) over () as c from (
      select top (4) N'["' + @p0 + N'",' + (
        select json_query((
          select N'0qK9q2Wnk2' as [0], cast([4].[name] as nvarchar(max)) as [1], convert(nvarchar(11), [4].[id]) as [2]
          for json path, include_null_values, without_array_wrapper
        )) as [values], json_query((
          select N'0qK9q2Wnk2.key' as [0], convert(nvarchar(11), [4].[id]) as [1]
          for json path, include_null_values, without_array_wrapper
        )) as [key]
        for json path, include_null_values, without_array_wrapper
      ) + N',"' + @p0 + N'"]' as k, row_number() over (order by [4].[name], [4].[id] desc) as n
      from [dbo].[categories] as [4]
      order by [4].[name], [4].[id] desc
    ) as p
  ) as r
  for json path, include_null_values, without_array_wrapper
) as [2], (
  select json_query(case when count_big(*) > 0 then max(case when r.n = case when r.c < 0 then r.c else 0 end then r.k end) end) as [endCursor], cast(case when count_big(*) > 0 then 1 else 0 end as bit) as [hasNextPage]
  from (
    select p.*, count(*) over () as c from (
      select top (1) N'["' + @p0 + N'",' + (
        select json_query((
          select N'AomfIO-Mm4' as [0], convert(nvarchar(11), [5].[id]) as [1]
          for json path, include_null_values, without_array_wrapper
        )) as [values]
        for json path, include_null_values, without_array_wrapper
      ) + N',"' + @p0 + N'"]' as k, row_number() over (order by [5].[id]) as n
      from [dbo].[categories] as [5]
      order by [5].[id]
    ) as p
  ) as r
  for json path, include_null_values, without_array_wrapper
) as [3], (
  select (select count_big(*) from [dbo].[suppliers] as [7]) as [totalCount], json_query(case when count_big(*) > 100000 then max(case when r.n = case when r.c < 100000 then r.c else 100000 end then r.k end) end) as [endCursor]
  from (
    select p.*, count(*) over () as c from (
      select top (100001) N'["' + @p0 + N'",' + (
        select json_query((
          select N'1aHFsnPC-A' as [0], convert(nvarchar(11), [6].[id]) as [1]
          for json path, include_null_values, without_array_wrapper
        )) as [values]
        for json path, include_null_values, without_array_wrapper
      ) + N',"' + @p0 + N'"]' as k, row_number() over (order by [6].[id]) as n
      from [dbo].[suppliers] as [6]
      order by [6].[id]
    ) as p
  ) as r
  for json path, include_null_values, without_array_wrapper
) as [4]
-- ["sentinel of mark","100000"]
