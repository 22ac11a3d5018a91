select isnull(N'[' + string_agg(case when r.n <= 100 then r.j0 end, N',') within group (order by r.n) + N']', N'[]') as v0, case when count_big(*) > 100 then N'true' else N'false' end as v1, cast(max(case when r.n = case when r.c < 100 then r.c else 100 end then r.k end) as nvarchar(max)) as v2
from (
  select p.*, count(*) over () as c from (
    select top (101) (
      select [1].[id] as [id], [1].[name] as [name], [1].[description] as [description], [1].[parent_id] as [parent_id]
      for json path, include_null_values, without_array_wrapper
    ) as j0, N'["' + @p0 + N'",' + (
      select json_query((
        select N'AomfIO-Mm4' as [0], convert(nvarchar(11), [1].[id]) as [1]
        for json path, include_null_values, without_array_wrapper
      )) as [values]
      for json path, include_null_values, without_array_wrapper
    ) + N',"' + @p0 + N'"]' as k, row_number() over (order by [1].[id]) as n
    from [dbo].[categories] as [1]
    order by [1].[id]
  ) as p
) as r
-- ["sentinel of mark"]
