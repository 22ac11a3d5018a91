select isnull(N'[' + string_agg(case when r.n <= 3 then r.j0 end, N',') within group (order by r.n) + N']', N'[]') as v0, case when count_big(*) > 3 then N'true' else N'false' end as v1, cast(max(case when r.n = case when r.c < 3 then r.c else 3 end then r.k end) as nvarchar(max)) as v2
from (
  select p.*, count(*) over () as c from (
    select top (4) (
      select [1].[id] as [id], [1].[name] as [name], [1].[city] as [city]
      for json path, include_null_values, without_array_wrapper
    ) as j0, N'["' + @p0 + N'",' + (
      select json_query((
        select N'_ZqAgR9ueA' as [0], convert(nvarchar(11), [1].[id]) as [1]
        for json path, include_null_values, without_array_wrapper
      )) as [values]
      for json path, include_null_values, without_array_wrapper
    ) + N',"' + @p0 + N'"]' as k, row_number() over (order by [1].[id]) as n
    from [dbo].[customers] as [1]
    where (([1].[country] in (select cast(v.[value] as nvarchar(4000)) collate SQL_Latin1_General_CP1_CI_AS from openjson(@p1) as v) and ([1].[country] + N'.') collate Latin1_General_BIN2 in (select (v.[value] + N'.') collate Latin1_General_BIN2 from openjson(@p1) as v)) and not ([1].[satisfaction] > cast(@p2 as bigint)) and (lower([1].[name]) collate Latin1_General_BIN2 like @p3 or (len(([1].[city] + N'.') collate Latin1_General_100_CI_AS_SC) - 1) <= cast(@p4 as bigint)) and datepart(year, switchoffset([1].[created_at], '+00:00')) <> cast(@p5 as bigint))
    order by [1].[id]
  ) as p
) as r
-- ["sentinel of mark","[\"DK\",\"NL\"]","3","%van%","6","2021"]
