select isnull((
  select top (4) [1].[id] as [id], lower(convert(nvarchar(36), [1].[sku])) as [sku], [1].[price] as [price], [1].[unit_cost] as [unit_cost], [1].[stock] as [stock], [1].[discontinued] as [discontinued], json_query(N'["' + @p0 + N'",' + convert(nvarchar(40), [1].[weight], 3) + N']') as [weight], json_query(N'["' + @p0 + N'",0,' + convert(nvarchar(40), [1].[rating], 3) + N']') as [rating], [1].[barcode] as [barcode], convert(nvarchar(10), [1].[available_from], 23) as [available_from], convert(nvarchar(8), [1].[pickup_from], 108) + isnull(stuff(replace(rtrim(replace(replace(substring(convert(nvarchar(16), cast([1].[pickup_from] as time(7)), 121), 9, 8), N'0', N' '), N'.', N' ')), N' ', N'0'), 1, 1, N'.'), N'') as [pickup_from], stuff(convert(nvarchar(19), cast([1].[created_at] as datetime2(7)), 120), 11, 1, N'T') + isnull(stuff(replace(rtrim(replace(replace(substring(convert(nvarchar(27), cast([1].[created_at] as datetime2(7)), 121), 20, 8), N'0', N' '), N'.', N' ')), N' ', N'0'), 1, 1, N'.'), N'') + N'+00:00' as [created_at], [1].[thumbnail] as [thumbnail], json_query(case when isjson([1].[attributes]) = 1 then [1].[attributes] end) as [attributes]
  from [dbo].[products] as [1]
  where [1].[id] in (select cast(v.[value] as int) from openjson(@p1) as v)
  order by [1].[id]
  for json path, include_null_values
), N'[]') as [0], isnull((
  select top (2) [2].[loyalty_points] as [loyalty_points], [2].[credit] as [credit], lower(convert(nvarchar(36), [2].[external_id])) as [external_id], stuff(convert(nvarchar(19), cast([2].[created_at] as datetime2(7)), 120), 11, 1, N'T') + isnull(stuff(replace(rtrim(replace(replace(substring(convert(nvarchar(27), cast([2].[created_at] as datetime2(7)), 121), 20, 8), N'0', N' '), N'.', N' ')), N' ', N'0'), 1, 1, N'.'), N'') + N'+00:00' as [created_at], stuff(convert(nvarchar(19), cast([2].[updated_at] as datetime2(7)), 120), 11, 1, N'T') + isnull(stuff(replace(rtrim(replace(replace(substring(convert(nvarchar(27), cast([2].[updated_at] as datetime2(7)), 121), 20, 8), N'0', N' '), N'.', N' ')), N' ', N'0'), 1, 1, N'.'), N'') + N'+00:00' as [updated_at], convert(nvarchar(10), [2].[birthday], 23) as [birthday]
  from [dbo].[customers] as [2]
  order by [2].[id]
  for json path, include_null_values
), N'[]') as [1], isnull((
  select top (2) [3].[balance] as [balance], convert(nvarchar(10), [3].[since], 23) as [since]
  from [dbo].[suppliers] as [3]
  order by [3].[balance] desc, [3].[id]
  for json path, include_null_values
), N'[]') as [2]
-- ["sentinel of mark","[\"1\",\"2\",\"3\",\"4\"]"]
