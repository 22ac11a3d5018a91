select isnull((
  select top (1) N'Order' as [__typename], N'Order' as [kind], json_query((
    select N'Customer' as [__typename]
    from [dbo].[customers] as [2]
    where [2].[id] = [1].[customer_id]
    for json path, include_null_values, without_array_wrapper
  )) as [customer], json_query(isnull((
    select top (1) N'OrderDetail' as [__typename]
    from [dbo].[order_details] as [3]
    where [3].[order_id] = [1].[id]
    order by [3].[order_id], [3].[line_no]
    for json path, include_null_values
  ), N'[]')) as [orderDetails]
  from [dbo].[orders] as [1]
  order by [1].[id]
  for json path, include_null_values
), N'[]') as [0]
-- []
