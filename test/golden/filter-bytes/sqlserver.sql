select isnull((
  select top (5) [1].[id] as [id], [1].[thumbnail] as [thumbnail]
  from [dbo].[products] as [1]
  where convert(varchar(max), [1].[thumbnail], 2) collate Latin1_General_BIN2 in (select v.[value] from openjson(@p0) as v)
  order by [1].[id]
  for json path, include_null_values
), N'[]') as [0], isnull((
  select top (100) [2].[id] as [id]
  from [dbo].[products] as [2]
  where ([2].[thumbnail] = cast(@p1 as varbinary(max)) and datalength([2].[thumbnail]) = datalength(cast(@p1 as varbinary(max))))
  order by [2].[id]
  for json path, include_null_values
), N'[]') as [1], isnull((
  select top (100) [3].[id] as [id]
  from [dbo].[products] as [3]
  where ([3].[thumbnail] = cast(@p2 as varbinary(max)) and datalength([3].[thumbnail]) = datalength(cast(@p2 as varbinary(max))))
  order by [3].[id]
  for json path, include_null_values
), N'[]') as [2], isnull((
  select top (1) [4].[id] as [id]
  from [dbo].[products] as [4]
  where ([4].[thumbnail] <= cast(@p3 as varbinary(max)) and ([4].[thumbnail] <> cast(@p3 as varbinary(max)) or datalength([4].[thumbnail]) < datalength(cast(@p3 as varbinary(max)))))
  order by [4].[id]
  for json path, include_null_values
), N'[]') as [3], isnull((
  select top (100) [5].[id] as [id]
  from [dbo].[products] as [5]
  where (([5].[thumbnail] <= cast(@p4 as varbinary(max)) and ([5].[thumbnail] <> cast(@p4 as varbinary(max)) or datalength([5].[thumbnail]) <= datalength(cast(@p4 as varbinary(max))))) and ([5].[thumbnail] >= cast(@p5 as varbinary(max)) and ([5].[thumbnail] <> cast(@p5 as varbinary(max)) or datalength([5].[thumbnail]) > datalength(cast(@p5 as varbinary(max))))))
  order by [5].[id]
  for json path, include_null_values
), N'[]') as [4], isnull((
  select top (1) [6].[id] as [id]
  from [dbo].[products] as [6]
  where ([6].[thumbnail] >= cast(@p6 as varbinary(max)) and ([6].[thumbnail] <> cast(@p6 as varbinary(max)) or datalength([6].[thumbnail]) > datalength(cast(@p6 as varbinary(max)))))
  order by [6].[id]
  for json path, include_null_values
), N'[]') as [5], isnull((
  select top (1) [7].[id] as [id]
  from [dbo].[products] as [7]
  where not (convert(varchar(max), [7].[thumbnail], 2) collate Latin1_General_BIN2 in (select v.[value] from openjson(@p7) as v))
  order by [7].[id]
  for json path, include_null_values
), N'[]') as [6]
-- ["[\"FC1967\",\"\",\"FC196700\"]",{"type":"Buffer","data":[252,25,103]},{"type":"Buffer","data":[252,25,103,0]},{"type":"Buffer","data":[0]},{"type":"Buffer","data":[252,25,103]},{"type":"Buffer","data":[252,25,102,0]},{"type":"Buffer","data":[252,25,103]},"[\"FC1967\",\"\"]"]
