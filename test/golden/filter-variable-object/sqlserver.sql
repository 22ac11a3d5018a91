select isnull((
  select top (3) [1].[id] as [id], [1].[status] as [status], [1].[total] as [total]
  from [dbo].[orders] as [1]
  where (([1].[status] = cast(@p0 as nvarchar(4000)) and ([1].[status] + N'.') collate Latin1_General_BIN2 = (@p0 + N'.') collate Latin1_General_BIN2) and ([1].[total] > cast(@p1 as decimal(38,28)) or exists (
    select 1
    from [dbo].[customers] as [2]
    where [2].[id] = [1].[customer_id] and ([2].[country] = cast(@p2 as nvarchar(4000)) and ([2].[country] + N'.') collate Latin1_General_BIN2 = (@p2 + N'.') collate Latin1_General_BIN2)
  )))
  order by [1].[total] desc, [1].[id]
  for json path, include_null_values
), N'[]') as [0]
-- ["PAID","50","NL"]
