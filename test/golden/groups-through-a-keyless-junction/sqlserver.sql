select isnull((
  select top (3) [1].[name] as [name], json_query((
    select json_query(isnull((
      select top (100) json_query((
        select [5].[f0] as [country]
        for json path, include_null_values, without_array_wrapper
      )) as [fields], json_query((
        select [5].[a0] as [count]
        for json path, include_null_values, without_array_wrapper
      )) as [aggregations]
      from (
        select min([4].[country]) as [f0], count_big(*) as [a0]
        from [dbo].[customers] as [4]
        where exists (
          select 1
          from [dbo].[sales] as [6]
          where [6].[country] = [1].[country] and [6].[country] = [4].[country]
        )
        group by ([4].[country] + N'.') collate Latin1_General_BIN2
      ) as [5]
      order by [5].[a0] desc, [5].[f0], ([5].[f0] + N'.') collate Latin1_General_BIN2
      for json path, include_null_values
    ), N'[]')) as [groupBy]
    for json path, include_null_values, without_array_wrapper
  )) as [customers_connection]
  from [dbo].[suppliers] as [1]
  order by [1].[name]
  for json path, include_null_values
), N'[]') as [0]
-- []
