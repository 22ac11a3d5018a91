select (
  select (
    select count_big(*)
    from [dbo].[orders] as [2]
    where ([2].[total] > cast(@p0 as decimal(38,28)) and [2].[placed_at] < cast(@p1 as datetime2(7)) and [2].[gift] = cast(@p2 as bit)) and [2].[total] < cast(@p3 as decimal(38,28))
  ) as [totalCount], cast(case when count_big(*) > 2 then 1 else 0 end as bit) as [hasNextPage], json_query(isnull(N'[' + string_agg(case when r.n <= 2 then r.j0 end, N',') within group (order by r.n) + N']', N'[]')) as [items], json_query(isnull((
    select top (100) json_query((
      select [5].[f0] as [gift]
      for json path, include_null_values, without_array_wrapper
    )) as [fields], json_query((
      select [5].[a0] as [count], [5].[a1] as [sum]
      for json path, include_null_values, without_array_wrapper
    )) as [aggregations]
    from (
      select [4].[gift] as [f0], count_big(*) as [a0], sum([4].[total]) as [a1]
      from [dbo].[orders] as [4]
      where ([4].[total] > cast(@p0 as decimal(38,28)) and [4].[placed_at] < cast(@p1 as datetime2(7)) and [4].[gift] = cast(@p2 as bit)) and [4].[total] < cast(@p3 as decimal(38,28))
      group by [4].[gift]
    ) as [5]
    order by [5].[f0]
    for json path, include_null_values
  ), N'[]')) as [groupBy]
  from (
    select top (3) (
      select [1].[id] as [id], json_query((
        select [3].[country] as [country]
        from [dbo].[customers] as [3]
        where [3].[id] = [1].[customer_id] and (([3].[country] = cast(@p4 as nvarchar(4000)) and ([3].[country] + N'.') collate Latin1_General_BIN2 = (@p4 + N'.') collate Latin1_General_BIN2) and [3].[id] >= cast(@p5 as int))
        for json path, include_null_values, without_array_wrapper
      )) as [customer]
      for json path, include_null_values, without_array_wrapper
    ) as j0, row_number() over (order by [1].[placed_at] desc, [1].[id]) as n
    from [dbo].[orders] as [1]
    where ([1].[total] > cast(@p0 as decimal(38,28)) and [1].[placed_at] < cast(@p1 as datetime2(7)) and [1].[gift] = cast(@p2 as bit)) and [1].[total] < cast(@p3 as decimal(38,28))
    order by [1].[placed_at] desc, [1].[id]
  ) as r
  for json path, include_null_values, without_array_wrapper
) as [0]
-- ["100.5","2024-12-31T00:00:00","0","900.5","DK","2"]
