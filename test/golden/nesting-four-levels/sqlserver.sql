select isnull((
  select top (2) [1].[id] as [id], json_query(isnull((
    select top (2) [2].[id] as [id], [2].[total] as [total], json_query(isnull((
      select top (2) [3].[line_no] as [line_no], json_query((
        select [4].[name] as [name], json_query((
          select [5].[name] as [name], json_query((
            select [6].[name] as [name]
            from [dbo].[categories] as [6]
            where [6].[id] = [5].[parent_id]
            for json path, include_null_values, without_array_wrapper
          )) as [parent]
          from [dbo].[categories] as [5]
          where [5].[id] = [4].[category_id]
          for json path, include_null_values, without_array_wrapper
        )) as [category]
        from [dbo].[products] as [4]
        where [4].[id] = [3].[product_id]
        for json path, include_null_values, without_array_wrapper
      )) as [product]
      from [dbo].[order_details] as [3]
      where [3].[order_id] = [2].[id]
      order by [3].[order_id], [3].[line_no]
      for json path, include_null_values
    ), N'[]')) as [orderDetails]
    from [dbo].[orders] as [2]
    where [2].[customer_id] = [1].[id]
    order by [2].[total] desc, [2].[id]
    for json path, include_null_values
  ), N'[]')) as [orders]
  from [dbo].[customers] as [1]
  where ([1].[country] = cast(@p0 as nvarchar(4000)) and ([1].[country] + N'.') collate Latin1_General_BIN2 = (@p0 + N'.') collate Latin1_General_BIN2)
  order by [1].[id]
  for json path, include_null_values
), N'[]') as [0], isnull((
  select top (2) [7].[last_name] as [last_name], json_query(isnull((
    select top (2) [8].[last_name] as [last_name]
    from [dbo].[employees] as [8]
    where [8].[manager_id] = [7].[id]
    order by [8].[id]
    for json path, include_null_values
  ), N'[]')) as [reports]
  from [dbo].[employees] as [7]
  where [7].[manager_id] is null
  order by [7].[id]
  for json path, include_null_values
), N'[]') as [1]
-- ["NL"]
