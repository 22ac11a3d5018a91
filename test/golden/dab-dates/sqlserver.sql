select (
  select json_query(isnull(N'[' + string_agg(r.j0, N',') within group (order by r.n) + N']', N'[]')) as [items]
  from (
    select top (100) (
      select [1].[id] as [id], convert(nvarchar(10), [1].[hired_on], 23) + N'T00:00:00+00:00' as [hired_on]
      for json path, include_null_values, without_array_wrapper
    ) as j0, row_number() over (order by [1].[hired_on] desc, [1].[id]) as n
    from [dbo].[employees] as [1]
    where ((([1].[hired_on] <= cast(cast(@p0 as datetime2(7)) as date) and cast([1].[hired_on] as datetime2(0)) < cast(@p0 as datetime2(7))) and cast([1].[hired_on] as datetime2(0)) <> cast(@p1 as datetime2(7)) and not (([1].[hired_on] in (select cast(cast(v.[value] as datetime2(7)) as date) from openjson(@p2) as v) and cast([1].[hired_on] as datetime2(0)) in (select cast(v.[value] as datetime2(7)) from openjson(@p2) as v)))) and exists (
      select 1
      from [dbo].[customers] as [2]
      where [2].[account_manager_id] = [1].[id] and ([2].[birthday] >= cast(cast(@p3 as datetime2(7)) as date) and cast([2].[birthday] as datetime2(0)) >= cast(@p3 as datetime2(7)))
    ))
    order by [1].[hired_on] desc, [1].[id]
  ) as r
  for json path, include_null_values, without_array_wrapper
) as [0]
-- ["2020-06-30T20:00:00","2016-02-29T11:00:00","[\"2019-01-01T00:00:00\",\"2019-01-02T10:00:00\"]","1970-01-01T00:00:00"]
