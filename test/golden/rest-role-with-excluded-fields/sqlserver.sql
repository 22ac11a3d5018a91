select top (1) (
  select [1].[id] as [id], [1].[name] as [name], [1].[country] as [country], [1].[city] as [city], [1].[vat_number] as [vat_number], convert(nvarchar(10), [1].[birthday], 23) as [birthday], [1].[newsletter] as [newsletter], [1].[satisfaction] as [satisfaction], [1].[loyalty_points] as [loyalty_points], [1].[credit] as [credit], [1].[account_manager_id] as [account_manager_id], lower(convert(nvarchar(36), [1].[external_id])) as [external_id], [1].[last_ip] as [last_ip], [1].[notes] as [notes], stuff(convert(nvarchar(19), cast([1].[created_at] as datetime2(7)), 120), 11, 1, N'T') + isnull(stuff(replace(rtrim(replace(replace(substring(convert(nvarchar(27), cast([1].[created_at] as datetime2(7)), 121), 20, 8), N'0', N' '), N'.', N' ')), N' ', N'0'), 1, 1, N'.'), N'') + N'+00:00' as [created_at], stuff(convert(nvarchar(19), cast([1].[updated_at] as datetime2(7)), 120), 11, 1, N'T') + isnull(stuff(replace(rtrim(replace(replace(substring(convert(nvarchar(27), cast([1].[updated_at] as datetime2(7)), 121), 20, 8), N'0', N' '), N'.', N' ')), N' ', N'0'), 1, 1, N'.'), N'') + N'+00:00' as [updated_at], json_query(isnull((
    select top (1) [2].[id] as [id], json_query((
      select [3].[id] as [id], [3].[name] as [name], [3].[country] as [country], [3].[city] as [city], [3].[vat_number] as [vat_number], convert(nvarchar(10), [3].[birthday], 23) as [birthday], [3].[newsletter] as [newsletter], [3].[satisfaction] as [satisfaction], [3].[loyalty_points] as [loyalty_points], [3].[credit] as [credit], [3].[account_manager_id] as [account_manager_id], lower(convert(nvarchar(36), [3].[external_id])) as [external_id], [3].[last_ip] as [last_ip], [3].[notes] as [notes], stuff(convert(nvarchar(19), cast([3].[created_at] as datetime2(7)), 120), 11, 1, N'T') + isnull(stuff(replace(rtrim(replace(replace(substring(convert(nvarchar(27), cast([3].[created_at] as datetime2(7)), 121), 20, 8), N'0', N' '), N'.', N' ')), N' ', N'0'), 1, 1, N'.'), N'') + N'+00:00' as [created_at], stuff(convert(nvarchar(19), cast([3].[updated_at] as datetime2(7)), 120), 11, 1, N'T') + isnull(stuff(replace(rtrim(replace(replace(substring(convert(nvarchar(27), cast([3].[updated_at] as datetime2(7)), 121), 20, 8), N'0', N' '), N'.', N' ')), N' ', N'0'), 1, 1, N'.'), N'') + N'+00:00' as [updated_at]
      from [dbo].[customers] as [3]
      where [3].[id] = [2].[customer_id]
      for json path, include_null_values, without_array_wrapper
    )) as [customer]
    from [dbo].[orders] as [2]
    where [2].[customer_id] = [1].[id]
    order by [2].[id]
    for json path, include_null_values
  ), N'[]')) as [orders]
  for json path, include_null_values, without_array_wrapper
) as v0, replace(replace(left(json_value((
  select hashbytes('SHA2_256', (
    select [1].[id] as [0], [1].[name] as [1], [1].[country] as [2], [1].[city] as [3], [1].[vat_number] as [4], convert(nvarchar(10), [1].[birthday], 23) as [5], [1].[newsletter] as [6], [1].[satisfaction] as [7], [1].[loyalty_points] as [8], [1].[credit] as [9], [1].[account_manager_id] as [10], lower(convert(nvarchar(36), [1].[external_id])) as [11], [1].[last_ip] as [12], [1].[notes] as [13], stuff(convert(nvarchar(19), cast([1].[created_at] as datetime2(7)), 120), 11, 1, N'T') + isnull(stuff(replace(rtrim(replace(replace(substring(convert(nvarchar(27), cast([1].[created_at] as datetime2(7)), 121), 20, 8), N'0', N' '), N'.', N' ')), N' ', N'0'), 1, 1, N'.'), N'') + N'+00:00' as [14], stuff(convert(nvarchar(19), cast([1].[updated_at] as datetime2(7)), 120), 11, 1, N'T') + isnull(stuff(replace(rtrim(replace(replace(substring(convert(nvarchar(27), cast([1].[updated_at] as datetime2(7)), 121), 20, 8), N'0', N' '), N'.', N' ')), N' ', N'0'), 1, 1, N'.'), N'') + N'+00:00' as [15]
    for json path, include_null_values
  )) as b
  for json path, include_null_values, without_array_wrapper
), '$.b'), 22), N'+', N'-'), N'/', N'_') as v1
from [dbo].[customers] as [1]
where [1].[id] = cast(@p0 as int)
-- ["1"]
