select isnull((
  select top (3) [1].[name] as [name]
  from [dbo].[products] as [1]
  where (lower([1].[name]) collate Latin1_General_BIN2 like lower(@p0 collate SQL_Latin1_General_CP1_CI_AS) collate Latin1_General_BIN2 and not ([1].[name] collate Latin1_General_BIN2 like @p1))
  order by [1].[id]
  for json path, include_null_values
), N'[]') as [0], isnull((
  select top (3) [2].[name] as [name]
  from [dbo].[customers] as [2]
  where ([2].[name] like cast(@p2 as nvarchar(4000)) and [2].[name] collate Latin1_General_BIN2 like @p2)
  order by [2].[id]
  for json path, include_null_values
), N'[]') as [1], isnull((
  select top (3) [3].[notes] as [notes]
  from [dbo].[customers] as [3]
  where [3].[notes] collate Latin1_General_BIN2 like @p3
  order by [3].[id]
  for json path, include_null_values
), N'[]') as [2], isnull((
  select top (3) [4].[notes] as [notes]
  from [dbo].[customers] as [4]
  where [4].[notes] collate Latin1_General_BIN2 like @p4
  order by [4].[id]
  for json path, include_null_values
), N'[]') as [3]
-- ["%E%","%zzz%","A%","%100[%]%","%\\%"]
