select isnull((
  select top (2) [1].[id] as [id], json_query((
    select [2].[id] as [id], [2].[city] as [city]
    from [dbo].[addresses] as [2]
    where [2].[id] = [1].[billing_address_id]
    for json path, include_null_values, without_array_wrapper
  )) as [billingAddress], json_query((
    select [3].[id] as [id], [3].[city] as [city]
    from [dbo].[addresses] as [3]
    where [3].[id] = [1].[shipping_address_id]
    for json path, include_null_values, without_array_wrapper
  )) as [shippingAddress]
  from [dbo].[orders] as [1]
  order by [1].[id]
  for json path, include_null_values
), N'[]') as [0], isnull((
  select top (2) [4].[id] as [id], json_query(isnull((
    select top (1) [6].[id] as [id]
    from [dbo].[orders] as [6]
    where [6].[billing_address_id] = [4].[id]
    order by [6].[id]
    for json path, include_null_values
  ), N'[]')) as [billedOrders], json_query(isnull((
    select top (1) [7].[id] as [id]
    from [dbo].[orders] as [7]
    where [7].[shipping_address_id] = [4].[id]
    order by [7].[id]
    for json path, include_null_values
  ), N'[]')) as [shippedOrders]
  from [dbo].[addresses] as [4]
  where exists (
    select 1
    from [dbo].[orders] as [5]
    where [5].[billing_address_id] = [4].[id]
  )
  order by [4].[id]
  for json path, include_null_values
), N'[]') as [1]
-- []
