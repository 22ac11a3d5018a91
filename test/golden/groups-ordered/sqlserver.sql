select (
  select json_query(isnull((
    select top (4) json_query((
      select [4].[f0] as [country], [4].[f1] as [satisfaction]
      for json path, include_null_values, without_array_wrapper
    )) as [fields]
    from (
      select min([3].[country]) as [f0], [3].[satisfaction] as [f1]
      from [dbo].[customers] as [3]
      group by ([3].[country] + N'.') collate Latin1_General_BIN2, [3].[satisfaction]
    ) as [4]
    order by case when [4].[f1] is null then 0 else 1 end, [4].[f1] desc, [4].[f0], ([4].[f0] + N'.') collate Latin1_General_BIN2
    for json path, include_null_values
  ), N'[]')) as [byRows], json_query(isnull((
    select top (3) json_query((
      select [6].[f0] as [country]
      for json path, include_null_values, without_array_wrapper
    )) as [fields], json_query((
      select [6].[a0] as [count]
      for json path, include_null_values, without_array_wrapper
    )) as [aggregations]
    from (
      select min([5].[country]) as [f0], count_big(*) as [a0]
      from [dbo].[customers] as [5]
      group by ([5].[country] + N'.') collate Latin1_General_BIN2
    ) as [6]
    order by [6].[a0] desc, [6].[f0], ([6].[f0] + N'.') collate Latin1_General_BIN2
    for json path, include_null_values
  ), N'[]')) as [byCount], json_query(isnull((
    select top (cast(@p0 as bigint)) json_query((
      select [8].[f0] as [newsletter]
      for json path, include_null_values, without_array_wrapper
    )) as [fields], json_query((
      select [8].[a0] as [count], [8].[a1] as [avg]
      for json path, include_null_values, without_array_wrapper
    )) as [aggregations]
    from (
      select [7].[newsletter] as [f0], count_big([7].[birthday]) as [a0], cast(avg(cast([7].[loyalty_points] as decimal(38,17))) as decimal(38,16)) as [a1], count_big(distinct ([7].[country] + N'.') collate Latin1_General_BIN2) as [a2], sum([7].[credit]) as [a3]
      from [dbo].[customers] as [7]
      group by [7].[newsletter]
    ) as [8]
    order by [8].[a2], [8].[a3] desc, case when [8].[f0] is null then 0 else 1 end, [8].[f0] desc
    for json path, include_null_values
  ), N'[]')) as [byVariable]
  for json path, include_null_values, without_array_wrapper
) as [0]
-- ["10"]
