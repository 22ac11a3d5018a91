select (
  select json_query(isnull((
    select top (100) json_query((
      select [3].[f0] as [country]
      for json path, include_null_values, without_array_wrapper
    )) as [fields], json_query((
      select [3].[a0] as [cities], json_query((
        select [3].[a1] as [name]
        for json path, include_null_values, without_array_wrapper
      )) as [minimum]
      for json path, include_null_values, without_array_wrapper
    )) as [aggregations]
    from (
      select min([2].[country]) as [f0], count_big(distinct ([2].[city] + N'.') collate Latin1_General_BIN2) as [a0], min([2].[name] collate Latin1_General_BIN2) as [a1]
      from [dbo].[customers] as [2]
      where ([2].[country] = cast(@p0 as nvarchar(4000)) and ([2].[country] + N'.') collate Latin1_General_BIN2 = (@p0 + N'.') collate Latin1_General_BIN2)
      group by ([2].[country] + N'.') collate Latin1_General_BIN2
    ) as [3]
    order by [3].[f0], ([3].[f0] + N'.') collate Latin1_General_BIN2
    for json path, include_null_values
  ), N'[]')) as [groupBy]
  for json path, include_null_values, without_array_wrapper
) as [0]
-- ["NL"]
