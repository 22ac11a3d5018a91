select isnull((
  select top (3) [1].[id] as [id], convert(nvarchar(10), [1].[birthday], 23) as [birthday]
  from [dbo].[customers] as [1]
  order by case when [1].[birthday] is null then 1 else 0 end, [1].[birthday], [1].[id]
  for json path, include_null_values
), N'[]') as [0], isnull((
  select top (3) [2].[id] as [id], convert(nvarchar(10), [2].[birthday], 23) as [birthday]
  from [dbo].[customers] as [2]
  order by case when [2].[birthday] is null then 0 else 1 end, [2].[birthday] desc, [2].[id]
  for json path, include_null_values
), N'[]') as [1], isnull((
  select top (3) [3].[id] as [id], convert(nvarchar(10), [3].[birthday], 23) as [birthday]
  from [dbo].[customers] as [3]
  order by [3].[birthday], [3].[id] desc
  for json path, include_null_values
), N'[]') as [2], isnull((
  select top (3) [4].[id] as [id], convert(nvarchar(10), [4].[birthday], 23) as [birthday]
  from [dbo].[customers] as [4]
  order by [4].[birthday] desc, [4].[name], [4].[id]
  for json path, include_null_values
), N'[]') as [3]
-- []
