select isnull(N'[' + string_agg(case when r.n <= 2 then r.j0 end, N',') within group (order by r.n) + N']', N'[]') as v0, case when count_big(*) > 2 then N'true' else N'false' end as v1, cast(max(case when r.n = case when r.c < 2 then r.c else 2 end then r.k end) as nvarchar(max)) as v2, convert(nvarchar(20), (
  select count_big(*)
  from [dbo].[products] as [2]
  where ((lower([2].[name]) collate Latin1_General_BIN2 like lower(@p0 collate SQL_Latin1_General_CP1_CI_AS) collate Latin1_General_BIN2 or lower([2].[description]) collate Latin1_General_BIN2 like lower(@p0 collate SQL_Latin1_General_CP1_CI_AS) collate Latin1_General_BIN2) and (lower([2].[name]) collate Latin1_General_BIN2 like lower(@p1 collate SQL_Latin1_General_CP1_CI_AS) collate Latin1_General_BIN2 or lower([2].[description]) collate Latin1_General_BIN2 like lower(@p1 collate SQL_Latin1_General_CP1_CI_AS) collate Latin1_General_BIN2))
)) as v3
from (
  select p.*, count(*) over () as c from (
    select top (3) (
      select [1].[id] as [id], [1].[name] as [name]
      for json path, include_null_values, without_array_wrapper
    ) as j0, N'["' + @p2 + N'",' + (
      select json_query((
        select N'unxEnjAgx4' as [0], convert(nvarchar(11), [1].[id]) as [1]
        for json path, include_null_values, without_array_wrapper
      )) as [values]
      for json path, include_null_values, without_array_wrapper
    ) + N',"' + @p2 + N'"]' as k, row_number() over (order by [1].[id]) as n
    from [dbo].[products] as [1]
    where ((lower([1].[name]) collate Latin1_General_BIN2 like lower(@p0 collate SQL_Latin1_General_CP1_CI_AS) collate Latin1_General_BIN2 or lower([1].[description]) collate Latin1_General_BIN2 like lower(@p0 collate SQL_Latin1_General_CP1_CI_AS) collate Latin1_General_BIN2) and (lower([1].[name]) collate Latin1_General_BIN2 like lower(@p1 collate SQL_Latin1_General_CP1_CI_AS) collate Latin1_General_BIN2 or lower([1].[description]) collate Latin1_General_BIN2 like lower(@p1 collate SQL_Latin1_General_CP1_CI_AS) collate Latin1_General_BIN2))
    order by [1].[id]
  ) as p
) as r
-- ["%glass%","%table%","sentinel of mark"]
