select isnull((
  select top (2) [1].[id] as [id], [1].[status] as [status], json_query((
    select [2].[country] as [country], [2].[name] as [name], [2].[id] as [id], [2].[city] as [city]
    from [dbo].[customers] as [2]
    where [2].[id] = [1].[customer_id]
    for json path, include_null_values, without_array_wrapper
  )) as [customer], N'Order' as [__typename]
  from [dbo].[orders] as [1]
  order by [1].[id]
  for json path, include_null_values
), N'[]') as [0]
-- []
