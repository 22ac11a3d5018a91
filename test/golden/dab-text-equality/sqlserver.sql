select (
  select json_query(isnull(N'[' + string_agg(r.j0, N',') within group (order by r.n) + N']', N'[]')) as [items]
  from (
    select top (2) (
      select [1].[name] as [name], [1].[country] as [country]
      for json path, include_null_values, without_array_wrapper
    ) as j0, row_number() over (order by [1].[id]) as n
    from [dbo].[customers] as [1]
    where (([1].[name] <> cast(@p0 as nvarchar(4000)) and [1].[name] like @p1) and [1].[country] in (select cast(v.[value] as nvarchar(4000)) collate SQL_Latin1_General_CP1_CI_AS from openjson(@p2) as v))
    order by [1].[id]
  ) as r
  for json path, include_null_values, without_array_wrapper
) as [0], (
  select json_query(isnull((
    select top (100) json_query((
      select [4].[f0] as [country]
      for json path, include_null_values, without_array_wrapper
    )) as [fields], json_query((
      select [4].[a0] as [count]
      for json path, include_null_values, without_array_wrapper
    )) as [aggregations]
    from (
      select [3].[country] as [f0], count_big(distinct [3].[city]) as [a0]
      from [dbo].[customers] as [3]
      where ([3].[city] like @p3 and [3].[country] = cast(@p4 as nvarchar(4000)))
      group by [3].[country]
    ) as [4]
    order by [4].[f0]
    for json path, include_null_values
  ), N'[]')) as [groupBy]
  for json path, include_null_values, without_array_wrapper
) as [1]
-- ["Farid Weiß","Fa%","[\"DE\",\"NL\"]","%eipzi%","DE"]
