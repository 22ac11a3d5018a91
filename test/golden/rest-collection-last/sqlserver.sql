select isnull(N'[' + string_agg(case when r.n <= 3 then r.j0 end, N',') within group (order by r.n desc) + N']', N'[]') as v0, case when 1 = 0 then N'true' else N'false' end as v1, cast(max(case when r.n = 1 then r.k end) as nvarchar(max)) as v2, case when count_big(*) > 3 then N'true' else N'false' end as v3, cast(max(case when r.n = case when r.c < 3 then r.c else 3 end then r.k end) as nvarchar(max)) as v4
from (
  select p.*, count(*) over () as c from (
    select top (4) (
      select [1].[id] as [id], [1].[satisfaction] as [satisfaction]
      for json path, include_null_values, without_array_wrapper
    ) as j0, N'["' + @p0 + N'",' + (
      select json_query((
        select N'gGur2r-j_w' as [0], convert(nvarchar(11), [1].[satisfaction]) as [1], convert(nvarchar(11), [1].[id]) as [2]
        for json path, include_null_values, without_array_wrapper
      )) as [values]
      for json path, include_null_values, without_array_wrapper
    ) + N',"' + @p0 + N'"]' as k, row_number() over (order by [1].[satisfaction], [1].[id] desc) as n
    from [dbo].[customers] as [1]
    order by [1].[satisfaction], [1].[id] desc
  ) as p
) as r
-- ["sentinel of mark"]
