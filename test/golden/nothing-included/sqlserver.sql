select isnull((
  select top (2) json_query((
    select cast(N'{}' as nvarchar(max))
    from [dbo].[customers] as [2]
    where [2].[id] = [1].[customer_id]
  )) as [customer], json_query(isnull((
    select N'[' + string_agg(r.j, N',') within group (order by r.n) + N']'
    from (
      select top (1) (select cast(N'{}' as nvarchar(max))) as j, row_number() over (order by [3].[order_id], [3].[line_no]) as n
      from [dbo].[order_details] as [3]
      where [3].[order_id] = [1].[id]
      order by [3].[order_id], [3].[line_no]
    ) as r
  ), N'[]')) as [lines], json_query((
    select json_query(isnull(N'[' + string_agg(r.j0, N',') within group (order by r.n) + N']', N'[]')) as [items], (
      select count_big(*)
      from [dbo].[order_details] as [5]
      where [5].[order_id] = [1].[id]
    ) as [totalCount]
    from (
      select top (1) (select cast(N'{}' as nvarchar(max))) as j0, row_number() over (order by [4].[order_id], [4].[line_no]) as n
      from [dbo].[order_details] as [4]
      where [4].[order_id] = [1].[id]
      order by [4].[order_id], [4].[line_no]
    ) as r
    for json path, include_null_values, without_array_wrapper
  )) as [details], json_query((select cast(N'{}' as nvarchar(max)))) as [empty]
  from [dbo].[orders] as [1]
  order by [1].[id]
  for json path, include_null_values
), N'[]') as [0], (
  select top (1) cast(N'{}' as nvarchar(max))
  from [dbo].[orders] as [7]
  where [7].[id] = cast(@p0 as int)
) as [1], (
  select json_query(isnull((
    select top (100) json_query((select cast(N'{}' as nvarchar(max)))) as [fields], json_query((
      select json_query((select cast(N'{}' as nvarchar(max)))) as [minimum]
      for json path, include_null_values, without_array_wrapper
    )) as [aggregations]
    from (
      select [9].[gift] as [f0]
      from [dbo].[orders] as [9]
      group by [9].[gift]
    ) as [10]
    order by [10].[f0]
    for json path, include_null_values
  ), N'[]')) as [status], json_query(isnull((
    select top (1) json_query((select cast(N'{}' as nvarchar(max)))) as [aggregations]
    from (select count_big(*) as [a0] from [dbo].[orders] as [11]) as [12]
    for json path, include_null_values
  ), N'[]')) as [all], json_query(isnull((
    select N'[' + string_agg(r.j, N',') within group (order by r.n) + N']'
    from (
      select top (100) (select cast(N'{}' as nvarchar(max))) as j, row_number() over (order by [14].[f0]) as n
      from (
        select [13].[gift] as [f0]
        from [dbo].[orders] as [13]
        group by [13].[gift]
      ) as [14]
      order by [14].[f0]
    ) as r
  ), N'[]')) as [groupBy]
  for json path, include_null_values, without_array_wrapper
) as [2]
-- ["1"]
