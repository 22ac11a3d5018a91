select isnull(N'[' + string_agg(case when r.n <= 2 then r.j0 end, N',') within group (order by r.n) + N']', N'[]') as v0, case when count_big(*) > 2 then N'true' else N'false' end as v1, cast(case when count_big(*) > 2 then max(case when r.n = case when r.c < 2 then r.c else 2 end then r.k end) end as nvarchar(max)) as v2
from (
  select p.*, count(*) over () as c from (
    select top (3) (
      select [1].[id] as [id], convert(nvarchar(10), [1].[hired_on], 23) as [hired_on]
      for json path, include_null_values, without_array_wrapper
    ) as j0, N'["' + @p0 + N'",' + (
      select json_query((
        select N'MK8i6YXrrm' as [0], convert(nvarchar(10), [1].[hired_on], 23) as [1], convert(nvarchar(11), [1].[id]) as [2]
        for json path, include_null_values, without_array_wrapper
      )) as [values]
      for json path, include_null_values, without_array_wrapper
    ) + N',"' + @p0 + N'"]' as k, row_number() over (order by [1].[hired_on], [1].[id]) as n
    from [dbo].[employees] as [1]
    where ([1].[hired_on] <= cast(cast(@p1 as date) as date) and cast([1].[hired_on] as datetime2(0)) < cast(@p1 as date))
    order by [1].[hired_on], [1].[id]
  ) as p
) as r
-- ["sentinel of mark","2020-06-30"]
