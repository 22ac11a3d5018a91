select (
  select (
    select count_big(*)
    from [dbo].[products] as [2]
    where ([2].[warranty] >= cast(@p0 as nvarchar(4000)) and ([2].[warranty] + N'.') collate Latin1_General_BIN2 <> (@p1 + N'.') collate Latin1_General_BIN2)
  ) as [totalCount], json_query(isnull(N'[' + string_agg(r.j0, N',') within group (order by r.n) + N']', N'[]')) as [items], json_query(max(case when r.n = r.c then r.k end)) as [endCursor], json_query(isnull((
    select top (100) json_query((
      select [4].[f0] as [warranty]
      for json path, include_null_values, without_array_wrapper
    )) as [fields], json_query((
      select [4].[a0] as [count], json_query((
        select [4].[a1] as [warranty]
        for json path, include_null_values, without_array_wrapper
      )) as [maximum]
      for json path, include_null_values, without_array_wrapper
    )) as [aggregations]
    from (
      select min([3].[warranty]) as [f0], count_big(*) as [a0], max([3].[warranty] collate Latin1_General_BIN2) as [a1]
      from [dbo].[products] as [3]
      where ([3].[warranty] >= cast(@p0 as nvarchar(4000)) and ([3].[warranty] + N'.') collate Latin1_General_BIN2 <> (@p1 + N'.') collate Latin1_General_BIN2)
      group by ([3].[warranty] + N'.') collate Latin1_General_BIN2
      having max([3].[warranty] collate Latin1_General_BIN2) < cast(@p2 as nvarchar(4000))
    ) as [4]
    order by case when [4].[f0] is null then 0 else 1 end, [4].[f0] desc, ([4].[f0] + N'.') collate Latin1_General_BIN2 desc
    for json path, include_null_values
  ), N'[]')) as [groupBy]
  from (
    select p.*, count(*) over () as c from (
      select top (2) (
        select [1].[name] as [name], [1].[warranty] as [warranty]
        for json path, include_null_values, without_array_wrapper
      ) as j0, N'["' + @p3 + N'",' + (
        select json_query((
          select N'4M5tNpFX6Z' as [0], cast([1].[warranty] as nvarchar(max)) as [1], convert(nvarchar(11), [1].[id]) as [2]
          for json path, include_null_values, without_array_wrapper
        )) as [values]
        for json path, include_null_values, without_array_wrapper
      ) + N',"' + @p3 + N'"]' as k, row_number() over (order by case when [1].[warranty] is null then 0 else 1 end, [1].[warranty] desc, [1].[id]) as n
      from [dbo].[products] as [1]
      where ([1].[warranty] >= cast(@p0 as nvarchar(4000)) and ([1].[warranty] + N'.') collate Latin1_General_BIN2 <> (@p1 + N'.') collate Latin1_General_BIN2)
      order by case when [1].[warranty] is null then 0 else 1 end, [1].[warranty] desc, [1].[id]
    ) as p
  ) as r
  for json path, include_null_values, without_array_wrapper
) as [0], (
  select json_query(isnull(N'[' + string_agg(r.j0, N',') within group (order by r.n) + N']', N'[]')) as [items]
  from (
    select top (3) (
      select [5].[last_ip] as [last_ip]
      for json path, include_null_values, without_array_wrapper
    ) as j0, row_number() over (order by case when [5].[last_ip] is null then 1 else 0 end, [5].[last_ip], [5].[id]) as n
    from [dbo].[customers] as [5]
    where (([5].[last_ip] in (select cast(v.[value] as nvarchar(4000)) collate SQL_Latin1_General_CP1_CI_AS from openjson(@p4) as v) and ([5].[last_ip] + N'.') collate Latin1_General_BIN2 in (select (v.[value] + N'.') collate Latin1_General_BIN2 from openjson(@p4) as v)) or [5].[last_ip] is null)
    order by case when [5].[last_ip] is null then 1 else 0 end, [5].[last_ip], [5].[id]
  ) as r
  for json path, include_null_values, without_array_wrapper
) as [1]
-- ["30 days","24 mons","10 years","sentinel of mark","[\"192.0.2.84\",\"2001:db8:0::3/128\"]"]
