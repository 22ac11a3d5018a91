select isnull((
  select top (2) [1].[id] as [id], json_query(isnull((
    select top (1) [2].[total] as [total]
    from [dbo].[orders] as [2]
    where [2].[customer_id] = [1].[id]
    order by [2].[total], [2].[id]
    for json path, include_null_values
  ), N'[]')) as [cheap], json_query(isnull((
    select top (1) [3].[total] as [total]
    from [dbo].[orders] as [3]
    where [3].[customer_id] = [1].[id]
    order by [3].[total] desc, [3].[id]
    for json path, include_null_values
  ), N'[]')) as [dear], [1].[name] as [t], [1].[country] as [select]
  from [dbo].[customers] as [1]
  order by [1].[id]
  for json path, include_null_values
), N'[]') as [0]
-- []
