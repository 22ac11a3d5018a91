select isnull((
  select top (2) [1].[id] as [id]
  from [dbo].[orders] as [1]
  where exists (
    select 1
    from [dbo].[employees] as [2]
    where [2].[id] = [1].[employee_id] and [2].[active] = cast(@p0 as bit)
  )
  order by [1].[id]
  for json path, include_null_values
), N'[]') as [0], isnull((
  select top (2) [3].[id] as [id]
  from [dbo].[orders] as [3]
  where not (exists (
    select 1
    from [dbo].[addresses] as [4]
    where [4].[id] = [3].[shipping_address_id] and ([4].[country] = cast(@p1 as nvarchar(4000)) and ([4].[country] + N'.') collate Latin1_General_BIN2 = (@p1 + N'.') collate Latin1_General_BIN2)
  ))
  order by [3].[id]
  for json path, include_null_values
), N'[]') as [1], isnull((
  select top (2) [5].[id] as [id]
  from [dbo].[orders] as [5]
  order by [5].[id]
  for json path, include_null_values
), N'[]') as [2]
-- ["0","NL"]
