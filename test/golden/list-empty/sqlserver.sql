select isnull((
  select top (100) [1].[id] as [id]
  from [dbo].[customers] as [1]
  where ([1].[country] = cast(@p0 as nvarchar(4000)) and ([1].[country] + N'.') collate Latin1_General_BIN2 = (@p0 + N'.') collate Latin1_General_BIN2)
  order by [1].[id]
  for json path, include_null_values
), N'[]') as [0]
-- ["XX"]
