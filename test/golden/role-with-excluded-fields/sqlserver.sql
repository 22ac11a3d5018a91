select isnull((
  select top (2) [1].[id] as [id], [1].[name] as [name], json_query(isnull((
    select top (1) [2].[status] as [status]
    from [dbo].[orders] as [2]
    where [2].[customer_id] = [1].[id]
    order by [2].[id]
    for json path, include_null_values
  ), N'[]')) as [accountManager]
  from [dbo].[customers] as [1]
  order by [1].[id]
  for json path, include_null_values
), N'[]') as [0]
-- []
