select isnull((
  select top (2) [1].[id] as [id]
  from [dbo].[customers] as [1]
  where exists (
    select 1
    from [dbo].[orders] as [2]
    where [2].[customer_id] = [1].[id]
  )
  order by [1].[id]
  for json path, include_null_values
), N'[]') as [0]
-- []
