select top (1) (
  select [1].[id] as [id], [1].[reference] as [reference], [1].[customer_id] as [customer_id], [1].[employee_id] as [employee_id], [1].[billing_address_id] as [billing_address_id], [1].[shipping_address_id] as [shipping_address_id], [1].[status] as [status], [1].[priority] as [priority], [1].[gift] as [gift], stuff(convert(nvarchar(19), cast([1].[placed_at] as datetime2(7)), 120), 11, 1, N'T') + isnull(stuff(replace(rtrim(replace(replace(substring(convert(nvarchar(27), cast([1].[placed_at] as datetime2(7)), 121), 20, 8), N'0', N' '), N'.', N' ')), N' ', N'0'), 1, 1, N'.'), N'') + N'+00:00' as [placed_at], convert(nvarchar(10), [1].[required_on], 23) as [required_on], stuff(convert(nvarchar(19), cast([1].[shipped_at] as datetime2(7)), 120), 11, 1, N'T') + isnull(stuff(replace(rtrim(replace(replace(substring(convert(nvarchar(27), cast([1].[shipped_at] as datetime2(7)), 121), 20, 8), N'0', N' '), N'.', N' ')), N' ', N'0'), 1, 1, N'.'), N'') + N'+00:00' as [shipped_at], [1].[total] as [total], [1].[comment] as [comment]
  for json path, include_null_values, without_array_wrapper
) as v0, replace(replace(left(json_value((
  select hashbytes('SHA2_256', (
    select [1].[id] as [0], [1].[reference] as [1], [1].[customer_id] as [2], [1].[employee_id] as [3], [1].[billing_address_id] as [4], [1].[shipping_address_id] as [5], [1].[status] as [6], [1].[priority] as [7], [1].[gift] as [8], stuff(convert(nvarchar(19), cast([1].[placed_at] as datetime2(7)), 120), 11, 1, N'T') + isnull(stuff(replace(rtrim(replace(replace(substring(convert(nvarchar(27), cast([1].[placed_at] as datetime2(7)), 121), 20, 8), N'0', N' '), N'.', N' ')), N' ', N'0'), 1, 1, N'.'), N'') + N'+00:00' as [9], convert(nvarchar(10), [1].[required_on], 23) as [10], stuff(convert(nvarchar(19), cast([1].[shipped_at] as datetime2(7)), 120), 11, 1, N'T') + isnull(stuff(replace(rtrim(replace(replace(substring(convert(nvarchar(27), cast([1].[shipped_at] as datetime2(7)), 121), 20, 8), N'0', N' '), N'.', N' ')), N' ', N'0'), 1, 1, N'.'), N'') + N'+00:00' as [11], [1].[total] as [12], [1].[comment] as [13]
    for json path, include_null_values
  )) as b
  for json path, include_null_values, without_array_wrapper
), '$.b'), 22), N'+', N'-'), N'/', N'_') as v1
from [dbo].[orders] as [1]
where [1].[id] = cast(@p0 as int)
-- ["5"]
