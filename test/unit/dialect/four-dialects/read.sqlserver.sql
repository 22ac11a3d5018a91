select isnull((
  select top (2) [1].[id] as [id], [1].[name] as [name], json_query(isnull((
    select top (3) [2].[total] as [total], json_query((
      select [3].[last_name] as [last_name], [3].[active] as [active]
      from [dbo].[employees] as [3]
      where [3].[id] = [2].[employee_id]
      for json path, include_null_values, without_array_wrapper
    )) as [employee]
    from [dbo].[orders] as [2]
    where [2].[customer_id] = [1].[id]
    order by [2].[placed_at] desc, [2].[id]
    for json path, include_null_values
  ), N'[]')) as [orders]
  from [dbo].[customers] as [1]
  where ([1].[country] = cast(@p0 as nvarchar(4000)) and ([1].[country] + N'.') collate Latin1_General_BIN2 = (@p0 + N'.') collate Latin1_General_BIN2)
  order by [1].[id]
  for json path, include_null_values
), N'[]') as [0], (
  select (select count_big(*) from [dbo].[orders] as [5]) as [totalCount], cast(case when count_big(*) > 5 then 1 else 0 end as bit) as [hasNextPage], json_query(isnull(N'[' + string_agg(case when r.n <= 5 then r.j0 end, N',') within group (order by r.n) + N']', N'[]')) as [items]
  from (
    select top (6) (
      select [4].[id] as [id], json_query((
        select [6].[name] as [name]
        from [dbo].[customers] as [6]
        where [6].[id] = [4].[customer_id]
        for json path, include_null_values, without_array_wrapper
      )) as [customer]
      for json path, include_null_values, without_array_wrapper
    ) as j0, row_number() over (order by [4].[total] desc, [4].[id]) as n
    from [dbo].[orders] as [4]
    order by [4].[total] desc, [4].[id]
  ) as r
  for json path, include_null_values, without_array_wrapper
) as [1]
