select isnull((
  select top (1) [1].[id] as [id]
  from [dbo].[orders] as [1]
  order by [1].[id]
  for json path, include_null_values
), N'[]') as [0]
-- []
