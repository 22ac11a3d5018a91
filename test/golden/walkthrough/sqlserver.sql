select isnull((
  select top (2) [1].[id] as [id], [1].[name] as [name], json_query(isnull((
    select top (1) [2].[total] as [total], json_query(isnull((
      select top (cast(@p0 as bigint)) json_query((
        select [4].[name] as [name]
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
    order by [2].[placed_at] desc, [2].[id]
    for json path, include_null_values
  ), N'[]')) as [latest]
  from [dbo].[customers] as [1]
  where ([1].[country] = cast(@p1 as nvarchar(4000)) and ([1].[country] + N'.') collate Latin1_General_BIN2 = (@p1 + N'.') collate Latin1_General_BIN2)
  order by [1].[id]
  for json path, include_null_values
), N'[]') as [0]
-- ["2","DK"]
