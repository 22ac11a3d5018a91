select isnull((
  select [1].[id] as [id]
  from [dbo].[orders] as [1]
  order by [1].[id]
  offset 5 rows fetch next 3 rows only
  for json path, include_null_values
), N'[]') as [0]
-- []
