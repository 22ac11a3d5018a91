select (
  select json_query(isnull(N'[' + string_agg(r.j0, N',') within group (order by r.n) + N']', N'[]')) as [items], json_query(isnull((
    select top (100) N'ProductGroupBy' as [__typename], json_query((
      select [3].[a0] as [count], [3].[a1] as [total], [3].[a2] as [barcodes], [3].[a3] as [unitCost], json_query(N'["' + @p0 + N'",0,' + convert(nvarchar(40), [3].[a4], 3) + N']') as [rating], json_query(N'["' + @p0 + N'",' + convert(nvarchar(40), [3].[a5], 3) + N']') as [meanRating]
      for json path, include_null_values, without_array_wrapper
    )) as [aggregations]
    from (
      select count_big(*) as [a0], sum(cast([2].[stock] as decimal(38,0))) as [a1], sum(cast([2].[barcode] as decimal(38,0))) as [a2], sum([2].[unit_cost]) as [a3], max([2].[rating]) as [a4], case when count_big(cast([2].[rating] as float)) = 0 then null when count_big(case when abs(cast([2].[rating] as float)) >= 0 and abs(cast([2].[rating] as float)) < 1e15 and cast(try_cast(cast([2].[rating] as float) as decimal(38,15)) as float) = cast([2].[rating] as float) then try_cast(cast([2].[rating] as float) as decimal(38,15)) end) + count_big(case when abs(cast([2].[rating] as float)) >= 1e15 and abs(cast([2].[rating] as float)) < 1e28 and cast(try_cast(cast([2].[rating] as float) as decimal(38,0)) as float) = cast([2].[rating] as float) then try_cast(cast([2].[rating] as float) as decimal(38,0)) end) = count_big(cast([2].[rating] as float)) then isnull(cast(sum(case when abs(cast([2].[rating] as float)) >= 0 and abs(cast([2].[rating] as float)) < 1e15 and cast(try_cast(cast([2].[rating] as float) as decimal(38,15)) as float) = cast([2].[rating] as float) then try_cast(cast([2].[rating] as float) as decimal(38,15)) end) as float), 0) + isnull(cast(sum(case when abs(cast([2].[rating] as float)) >= 1e15 and abs(cast([2].[rating] as float)) < 1e28 and cast(try_cast(cast([2].[rating] as float) as decimal(38,0)) as float) = cast([2].[rating] as float) then try_cast(cast([2].[rating] as float) as decimal(38,0)) end) as float), 0) else sum(cast(cast([2].[rating] as float) as float)) end / nullif(count_big([2].[rating]), 0) as [a5]
      from [dbo].[products] as [2]
    ) as [3]
    for json path, include_null_values
  ), N'[]')) as [groupBy], json_query(isnull((
    select top (100) json_query((
      select N'ProductGroupByFields' as [__typename]
      for json path, include_null_values, without_array_wrapper
    )) as [fields]
    from (select count_big(*) as [a0] from [dbo].[products] as [4]) as [5]
    for json path, include_null_values
  ), N'[]')) as [empty]
  from (
    select top (1) (
      select [1].[id] as [id]
      for json path, include_null_values, without_array_wrapper
    ) as j0, row_number() over (order by [1].[id]) as n
    from [dbo].[products] as [1]
    order by [1].[id]
  ) as r
  for json path, include_null_values, without_array_wrapper
) as [0], (
  select json_query(isnull((
    select top (100) json_query((
      select [8].[a0] as [count], [8].[a1] as [sum], json_query((
        select [8].[a2] as [name]
        for json path, include_null_values, without_array_wrapper
      )) as [maximum]
      for json path, include_null_values, without_array_wrapper
    )) as [aggregations]
    from (
      select count_big(*) as [a0], sum([7].[price]) as [a1], max([7].[name] collate Latin1_General_BIN2) as [a2]
      from [dbo].[products] as [7]
      where [7].[id] < cast(@p1 as int)
    ) as [8]
    for json path, include_null_values
  ), N'[]')) as [groupBy], json_query(isnull((
    select top (100) json_query((
      select [10].[f0] as [category_id]
      for json path, include_null_values, without_array_wrapper
    )) as [fields]
    from (
      select [9].[category_id] as [f0]
      from [dbo].[products] as [9]
      where [9].[id] < cast(@p1 as int)
      group by [9].[category_id]
    ) as [10]
    order by case when [10].[f0] is null then 1 else 0 end, [10].[f0]
    for json path, include_null_values
  ), N'[]')) as [grouped], json_query(isnull((
    select top (100) json_query((
      select [12].[a0] as [count]
      for json path, include_null_values, without_array_wrapper
    )) as [aggregations]
    from (
      select count_big(*) as [a0]
      from [dbo].[products] as [11]
      where [11].[id] < cast(@p1 as int)
      having count_big(*) > cast(@p2 as int)
    ) as [12]
    for json path, include_null_values
  ), N'[]')) as [hidden]
  for json path, include_null_values, without_array_wrapper
) as [1]
-- ["sentinel of mark","0","0"]
