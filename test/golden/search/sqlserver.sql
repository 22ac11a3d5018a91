select isnull((
  select top (2) [1].[name] as [name]
  from [dbo].[products] as [1]
  where ((lower([1].[name]) collate Latin1_General_BIN2 like lower(@p0 collate SQL_Latin1_General_CP1_CI_AS) collate Latin1_General_BIN2 or lower([1].[description]) collate Latin1_General_BIN2 like lower(@p0 collate SQL_Latin1_General_CP1_CI_AS) collate Latin1_General_BIN2) and (lower([1].[name]) collate Latin1_General_BIN2 like lower(@p1 collate SQL_Latin1_General_CP1_CI_AS) collate Latin1_General_BIN2 or lower([1].[description]) collate Latin1_General_BIN2 like lower(@p1 collate SQL_Latin1_General_CP1_CI_AS) collate Latin1_General_BIN2))
  order by [1].[id]
  for json path, include_null_values
), N'[]') as [0], isnull((
  select top (2) [2].[name] as [name], json_query(isnull((
    select top (1) [3].[id] as [id]
    from [dbo].[orders] as [3]
    where [3].[customer_id] = [2].[id] and (lower([3].[reference]) collate Latin1_General_BIN2 like lower(@p2 collate SQL_Latin1_General_CP1_CI_AS) collate Latin1_General_BIN2 or lower([3].[comment]) collate Latin1_General_BIN2 like lower(@p2 collate SQL_Latin1_General_CP1_CI_AS) collate Latin1_General_BIN2)
    order by [3].[id]
    for json path, include_null_values
  ), N'[]')) as [orders]
  from [dbo].[customers] as [2]
  where (([2].[country] + N'.') collate Latin1_General_BIN2 <> (@p3 + N'.') collate Latin1_General_BIN2 and ((lower([2].[name]) collate Latin1_General_BIN2 like lower(@p4 collate SQL_Latin1_General_CP1_CI_AS) collate Latin1_General_BIN2 or lower([2].[email]) collate Latin1_General_BIN2 like lower(@p4 collate SQL_Latin1_General_CP1_CI_AS) collate Latin1_General_BIN2 or lower([2].[phone]) collate Latin1_General_BIN2 like lower(@p4 collate SQL_Latin1_General_CP1_CI_AS) collate Latin1_General_BIN2 or lower([2].[country]) collate Latin1_General_BIN2 like lower(@p4 collate SQL_Latin1_General_CP1_CI_AS) collate Latin1_General_BIN2 or lower([2].[city]) collate Latin1_General_BIN2 like lower(@p4 collate SQL_Latin1_General_CP1_CI_AS) collate Latin1_General_BIN2 or lower([2].[vat_number]) collate Latin1_General_BIN2 like lower(@p4 collate SQL_Latin1_General_CP1_CI_AS) collate Latin1_General_BIN2 or lower([2].[notes]) collate Latin1_General_BIN2 like lower(@p4 collate SQL_Latin1_General_CP1_CI_AS) collate Latin1_General_BIN2) and (lower([2].[name]) collate Latin1_General_BIN2 like lower(@p5 collate SQL_Latin1_General_CP1_CI_AS) collate Latin1_General_BIN2 or lower([2].[email]) collate Latin1_General_BIN2 like lower(@p5 collate SQL_Latin1_General_CP1_CI_AS) collate Latin1_General_BIN2 or lower([2].[phone]) collate Latin1_General_BIN2 like lower(@p5 collate SQL_Latin1_General_CP1_CI_AS) collate Latin1_General_BIN2 or lower([2].[country]) collate Latin1_General_BIN2 like lower(@p5 collate SQL_Latin1_General_CP1_CI_AS) collate Latin1_General_BIN2 or lower([2].[city]) collate Latin1_General_BIN2 like lower(@p5 collate SQL_Latin1_General_CP1_CI_AS) collate Latin1_General_BIN2 or lower([2].[vat_number]) collate Latin1_General_BIN2 like lower(@p5 collate SQL_Latin1_General_CP1_CI_AS) collate Latin1_General_BIN2 or lower([2].[notes]) collate Latin1_General_BIN2 like lower(@p5 collate SQL_Latin1_General_CP1_CI_AS) collate Latin1_General_BIN2)))
  order by [2].[id]
  for json path, include_null_values
), N'[]') as [1], isnull((
  select top (1) [4].[id] as [id]
  from [dbo].[suppliers] as [4]
  order by [4].[id]
  for json path, include_null_values
), N'[]') as [2], isnull((
  select top (100) [5].[id] as [id]
  from [dbo].[categories] as [5]
  where ((lower([5].[name]) collate Latin1_General_BIN2 like lower(@p6 collate SQL_Latin1_General_CP1_CI_AS) collate Latin1_General_BIN2 or lower([5].[description]) collate Latin1_General_BIN2 like lower(@p6 collate SQL_Latin1_General_CP1_CI_AS) collate Latin1_General_BIN2) and (lower([5].[name]) collate Latin1_General_BIN2 like lower(@p7 collate SQL_Latin1_General_CP1_CI_AS) collate Latin1_General_BIN2 or lower([5].[description]) collate Latin1_General_BIN2 like lower(@p7 collate SQL_Latin1_General_CP1_CI_AS) collate Latin1_General_BIN2) and (lower([5].[name]) collate Latin1_General_BIN2 like lower(@p8 collate SQL_Latin1_General_CP1_CI_AS) collate Latin1_General_BIN2 or lower([5].[description]) collate Latin1_General_BIN2 like lower(@p8 collate SQL_Latin1_General_CP1_CI_AS) collate Latin1_General_BIN2) and (lower([5].[name]) collate Latin1_General_BIN2 like lower(@p9 collate SQL_Latin1_General_CP1_CI_AS) collate Latin1_General_BIN2 or lower([5].[description]) collate Latin1_General_BIN2 like lower(@p9 collate SQL_Latin1_General_CP1_CI_AS) collate Latin1_General_BIN2))
  order by [5].[id]
  for json path, include_null_values
), N'[]') as [3]
-- ["%STEEL%","%table%","%100[%]%","DK","%an%","%ER%","%nowhere%","%to%","%be%","%found%"]
