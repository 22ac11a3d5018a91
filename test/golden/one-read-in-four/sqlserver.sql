select isnull((
  select top (2) [1].[name] as [name], json_query(isnull((
    select top (3) [2].[total] as [total]
    from [dbo].[orders] as [2]
    where [2].[customer_id] = [1].[id]
    order by [2].[id]
    for json path, include_null_values
  ), N'[]')) as [orders]
  from [dbo].[customers] as [1]
  where ([1].[country] = cast(@p0 as nvarchar(4000)) and ([1].[country] + N'.') collate Latin1_General_BIN2 = (@p0 + N'.') collate Latin1_General_BIN2)
  order by [1].[id]
  for json path, include_null_values
), N'[]') as [0]
-- ["NL"]
