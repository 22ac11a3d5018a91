select isnull(N'[' + string_agg(case when r.n <= 2 then r.j0 end, N',') within group (order by r.n) + N']', N'[]') as v0, case when count_big(*) > 2 then N'true' else N'false' end as v1, cast(max(case when r.n = case when r.c < 2 then r.c else 2 end then r.k end) as nvarchar(max)) as v2
from (
  select p.*, count(*) over () as c from (
    select top (3) (
      select [1].[id] as [id], [1].[reference] as [reference]
      for json path, include_null_values, without_array_wrapper
    ) as j0, N'["' + @p0 + N'",' + (
      select json_query((
        select N'mG4vgX11cJ' as [0], convert(nvarchar(11), [1].[id]) as [1]
        for json path, include_null_values, without_array_wrapper
      )) as [values]
      for json path, include_null_values, without_array_wrapper
    ) + N',"' + @p0 + N'"]' as k, row_number() over (order by [1].[id]) as n
    from [dbo].[orders] as [1]
    where ([1].[reference] is null and [1].[shipped_at] is not null and not ([1].[priority] is null))
    order by [1].[id]
  ) as p
) as r
-- ["sentinel of mark"]
