select isnull((
  select top (1) [1].[id] as [id], json_query((
    select [2].[name] as [name]
    from [dbo].[customers] as [2]
    where [2].[id] = [1].[customer_id]
    for json path, include_null_values, without_array_wrapper
  )) as [customer]
  from [dbo].[orders] as [1]
  order by [1].[id]
  for json path, include_null_values
), N'[]') as [0]
-- []
