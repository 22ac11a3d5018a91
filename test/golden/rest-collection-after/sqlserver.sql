select isnull(N'[' + string_agg(case when r.n <= 3 then r.j0 end, N',') within group (order by r.n) + N']', N'[]') as v0, case when count_big(*) > 3 then N'true' else N'false' end as v1, cast(max(case when r.n = case when r.c < 3 then r.c else 3 end then r.k end) as nvarchar(max)) as v2, case when exists (
  select 1
  from [dbo].[products] as [2]
  where case when ([2].[price] < cast(@p0 as decimal(10,2)) or ([2].[price] = cast(@p0 as decimal(10,2)) and ([2].[name] > cast(@p1 as nvarchar(300)) or ([2].[name] = cast(@p1 as nvarchar(300)) and [2].[id] > cast(@p2 as int))))) then 1 else 0 end = 0
) then N'true' else N'false' end as v3, cast(max(case when r.n = 1 then r.k end) as nvarchar(max)) as v4
from (
  select p.*, count(*) over () as c from (
    select top (4) (
      select [1].[name] as [name], [1].[price] as [price]
      for json path, include_null_values, without_array_wrapper
    ) as j0, N'["' + @p3 + N'",' + (
      select json_query((
        select N'9U47x2R4oq' as [0], convert(nvarchar(41), [1].[price]) as [1], cast([1].[name] as nvarchar(max)) as [2], convert(nvarchar(11), [1].[id]) as [3]
        for json path, include_null_values, without_array_wrapper
      )) as [values], json_query((
        select N'9U47x2R4oq.key' as [0], convert(nvarchar(11), [1].[id]) as [1]
        for json path, include_null_values, without_array_wrapper
      )) as [key]
      for json path, include_null_values, without_array_wrapper
    ) + N',"' + @p3 + N'"]' as k, row_number() over (order by [1].[price] desc, [1].[name], [1].[id]) as n
    from [dbo].[products] as [1]
    where ([1].[price] < cast(@p0 as decimal(10,2)) or ([1].[price] = cast(@p0 as decimal(10,2)) and ([1].[name] > cast(@p1 as nvarchar(300)) or ([1].[name] = cast(@p1 as nvarchar(300)) and [1].[id] > cast(@p2 as int)))))
    order by [1].[price] desc, [1].[name], [1].[id]
  ) as p
) as r
-- ["864.95","Small Linen Frying Pan","95","sentinel of mark"]
