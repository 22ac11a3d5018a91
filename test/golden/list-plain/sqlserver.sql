select isnull((
  select top (100) [1].[id] as [id], [1].[name] as [name], [1].[parent_id] as [parent_id]
  from [dbo].[categories] as [1]
  order by [1].[id]
  for json path, include_null_values
), N'[]') as [0]
-- []
