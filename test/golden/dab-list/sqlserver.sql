select (
  select json_query(isnull(N'[' + string_agg(case when r.n <= 2 then r.j0 end, N',') within group (order by r.n) + N']', N'[]')) as [items], json_query(case when count_big(*) > 2 then max(case when r.n = case when r.c < 2 then r.c else 2 end then r.k end) end) as [endCursor], cast(case when count_big(*) > 2 then 1 else 0 end as bit) as [hasNextPage]
  from (
    select p.*, count(*) over () as c from (
      select top (3) (
        select [1].[id] as [id], [1].[name] as [name], convert(nvarchar(10), [1].[birthday], 23) + N'T00:00:00+00:00' as [birthday]
        for json path, include_null_values, without_array_wrapper
      ) as j0, N'["' + @p0 + N'",' + (
        select json_query((
          select N'KFIKyFAnKD' as [0], cast([1].[country] as nvarchar(max)) as [1], cast([1].[name] as nvarchar(max)) as [2], convert(nvarchar(11), [1].[id]) as [3]
          for json path, include_null_values, without_array_wrapper
        )) as [values], json_query((
          select N'KFIKyFAnKD.key' as [0], convert(nvarchar(11), [1].[id]) as [1]
          for json path, include_null_values, without_array_wrapper
        )) as [key]
        for json path, include_null_values, without_array_wrapper
      ) + N',"' + @p0 + N'"]' as k, row_number() over (order by [1].[country] desc, [1].[name], [1].[id]) as n
      from [dbo].[customers] as [1]
      where [1].[newsletter] = cast(@p1 as bit)
      order by [1].[country] desc, [1].[name], [1].[id]
    ) as p
  ) as r
  for json path, include_null_values, without_array_wrapper
) as [0]
-- ["sentinel of mark","1"]
