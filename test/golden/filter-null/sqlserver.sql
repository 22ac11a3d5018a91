select isnull((
  select top (2) [1].[id] as [id]
  from [dbo].[customers] as [1]
  where [1].[notes] is null
  order by [1].[id]
  for json path, include_null_values
), N'[]') as [0], isnull((
  select top (2) [2].[id] as [id]
  from [dbo].[customers] as [2]
  where [2].[notes] is not null
  order by [2].[id]
  for json path, include_null_values
), N'[]') as [1], isnull((
  select top (2) [3].[id] as [id]
  from [dbo].[customers] as [3]
  where null = 1
  order by [3].[id]
  for json path, include_null_values
), N'[]') as [2], isnull((
  select top (2) [4].[id] as [id], [4].[satisfaction] as [satisfaction]
  from [dbo].[customers] as [4]
  where [4].[satisfaction] in (select cast(v.[value] as int) from openjson(@p0) as v)
  order by [4].[id]
  for json path, include_null_values
), N'[]') as [3], isnull((
  select top (2) [5].[id] as [id]
  from [dbo].[customers] as [5]
  where not ([5].[satisfaction] in (select cast(v.[value] as int) from openjson(@p1) as v))
  order by [5].[id]
  for json path, include_null_values
), N'[]') as [4], isnull((
  select top (100) [6].[id] as [id]
  from [dbo].[customers] as [6]
  where 1 = 0
  order by [6].[id]
  for json path, include_null_values
), N'[]') as [5], isnull((
  select top (1) [7].[id] as [id]
  from [dbo].[customers] as [7]
  order by [7].[id]
  for json path, include_null_values
), N'[]') as [6]
-- ["[\"5\"]","[]"]
