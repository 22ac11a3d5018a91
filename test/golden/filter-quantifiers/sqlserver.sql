select isnull((
  select top (2) [1].[id] as [id]
  from [dbo].[customers] as [1]
  where not exists (
    select 1
    from [dbo].[orders] as [2]
    where [2].[customer_id] = [1].[id]
  )
  order by [1].[id]
  for json path, include_null_values
), N'[]') as [0], isnull((
  select top (2) [3].[id] as [id]
  from [dbo].[customers] as [3]
  where (not exists (
    select 1
    from [dbo].[orders] as [4]
    where [4].[customer_id] = [3].[id] and case when [4].[total] > cast(@p0 as decimal(38,28)) then 1 else 0 end = 0
  ) and exists (
    select 1
    from [dbo].[orders] as [5]
    where [5].[customer_id] = [3].[id]
  ))
  order by [3].[id]
  for json path, include_null_values
), N'[]') as [1], isnull((
  select top (2) [6].[id] as [id]
  from [dbo].[customers] as [6]
  where exists (
    select 1
    from [dbo].[orders] as [7]
    where [7].[customer_id] = [6].[id] and ([7].[total] > cast(@p1 as decimal(38,28)) and not exists (
      select 1
      from [dbo].[order_details] as [8]
      where [8].[order_id] = [7].[id] and [8].[quantity] > cast(@p2 as int)
    ))
  )
  order by [6].[id]
  for json path, include_null_values
), N'[]') as [2], isnull((
  select top (2) [9].[id] as [id]
  from [dbo].[products] as [9]
  where exists (
    select 1
    from [dbo].[suppliers] as [10]
    where exists (
      select 1
      from [dbo].[product_suppliers] as [11]
      where [11].[product_id] = [9].[id] and [11].[supplier_id] = [10].[id]
    ) and ([10].[country] = cast(@p3 as nvarchar(4000)) and ([10].[country] + N'.') collate Latin1_General_BIN2 = (@p3 + N'.') collate Latin1_General_BIN2)
  )
  order by [9].[id]
  for json path, include_null_values
), N'[]') as [3]
-- ["100","500","5","DE"]
