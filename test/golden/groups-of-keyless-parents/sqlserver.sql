select isnull((
  select top (3) [1].[name] as [name], json_query((
    select json_query(isnull((
      select top (100) json_query((
        select [5].[f0] as [discontinued]
        for json path, include_null_values, without_array_wrapper
      )) as [fields], json_query((
        select [5].[a0] as [count], [5].[a1] as [max]
        for json path, include_null_values, without_array_wrapper
      )) as [aggregations]
      from (
        select [4].[discontinued] as [f0], count_big(*) as [a0], max([4].[price]) as [a1]
        from [dbo].[products] as [4]
        where exists (
          select 1
          from [dbo].[product_suppliers] as [6]
          where [6].[supplier_id] = [1].[id] and [6].[product_id] = [4].[id]
        ) and [4].[price] > cast(@p0 as decimal(38,30))
        group by [4].[discontinued]
      ) as [5]
      order by case when [5].[a1] is null then 0 else 1 end, [5].[a1] desc, [5].[f0]
      for json path, include_null_values
    ), N'[]')) as [groupBy]
    for json path, include_null_values, without_array_wrapper
  )) as [products_connection]
  from [dbo].[suppliers] as [1]
  order by [1].[name]
  for json path, include_null_values
), N'[]') as [0]
-- ["10"]
