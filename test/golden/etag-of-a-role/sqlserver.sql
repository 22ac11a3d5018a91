select (
  select top (1) replace(replace(left(json_value((
    select hashbytes('SHA2_256', (
      select [1].[id] as [0], [1].[name] as [1], [1].[country] as [2], [1].[city] as [3], [1].[vat_number] as [4], convert(nvarchar(10), [1].[birthday], 23) as [5], [1].[newsletter] as [6], [1].[satisfaction] as [7], [1].[loyalty_points] as [8], [1].[credit] as [9], [1].[account_manager_id] as [10], lower(convert(nvarchar(36), [1].[external_id])) as [11], [1].[last_ip] as [12], [1].[notes] as [13], stuff(convert(nvarchar(19), cast([1].[created_at] as datetime2(7)), 120), 11, 1, N'T') + isnull(stuff(replace(rtrim(replace(replace(substring(convert(nvarchar(27), cast([1].[created_at] as datetime2(7)), 121), 20, 8), N'0', N' '), N'.', N' ')), N' ', N'0'), 1, 1, N'.'), N'') + N'+00:00' as [14], stuff(convert(nvarchar(19), cast([1].[updated_at] as datetime2(7)), 120), 11, 1, N'T') + isnull(stuff(replace(rtrim(replace(replace(substring(convert(nvarchar(27), cast([1].[updated_at] as datetime2(7)), 121), 20, 8), N'0', N' '), N'.', N' ')), N' ', N'0'), 1, 1, N'.'), N'') + N'+00:00' as [15]
      for json path, include_null_values
    )) as b
    for json path, include_null_values, without_array_wrapper
  ), '$.b'), 22), N'+', N'-'), N'/', N'_') as [_etag], [1].[name] as [name]
  from [dbo].[customers] as [1]
  where [1].[id] = cast(@p0 as int)
  for json path, include_null_values, without_array_wrapper
) as [0]
-- ["1"]
