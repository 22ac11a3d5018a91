select top (1) (
  select [1].[id] as [id], [1].[total] as [total], json_query((
    select [2].[name] as [name], json_query((
      select [3].[last_name] as [last_name]
      from [dbo].[employees] as [3]
      where [3].[id] = [2].[account_manager_id]
      for json path, include_null_values, without_array_wrapper
    )) as [accountManager]
    from [dbo].[customers] as [2]
    where [2].[id] = [1].[customer_id]
    for json path, include_null_values, without_array_wrapper
  )) as [customer], json_query(isnull((
    select top (2) [4].[line_no] as [line_no], [4].[quantity] as [quantity], json_query((
      select [5].[name] as [name]
      from [dbo].[products] as [5]
      where [5].[id] = [4].[product_id]
      for json path, include_null_values, without_array_wrapper
    )) as [product]
    from [dbo].[order_details] as [4]
    where [4].[order_id] = [1].[id] and [4].[quantity] >= cast(@p0 as bigint)
    order by [4].[line_no] desc, [4].[order_id]
    for json path, include_null_values
  ), N'[]')) as [orderDetails]
  for json path, include_null_values, without_array_wrapper
) as v0, replace(replace(left(json_value((
  select hashbytes('SHA2_256', (
    select [1].[id] as [0], [1].[reference] as [1], [1].[customer_id] as [2], [1].[employee_id] as [3], [1].[billing_address_id] as [4], [1].[shipping_address_id] as [5], [1].[status] as [6], [1].[priority] as [7], [1].[gift] as [8], stuff(convert(nvarchar(19), cast([1].[placed_at] as datetime2(7)), 120), 11, 1, N'T') + isnull(stuff(replace(rtrim(replace(replace(substring(convert(nvarchar(27), cast([1].[placed_at] as datetime2(7)), 121), 20, 8), N'0', N' '), N'.', N' ')), N' ', N'0'), 1, 1, N'.'), N'') + N'+00:00' as [9], convert(nvarchar(10), [1].[required_on], 23) as [10], stuff(convert(nvarchar(19), cast([1].[shipped_at] as datetime2(7)), 120), 11, 1, N'T') + isnull(stuff(replace(rtrim(replace(replace(substring(convert(nvarchar(27), cast([1].[shipped_at] as datetime2(7)), 121), 20, 8), N'0', N' '), N'.', N' ')), N' ', N'0'), 1, 1, N'.'), N'') + N'+00:00' as [11], [1].[total] as [12], [1].[comment] as [13]
    for json path, include_null_values
  )) as b
  for json path, include_null_values, without_array_wrapper
), '$.b'), 22), N'+', N'-'), N'/', N'_') as v1
from [dbo].[orders] as [1]
where [1].[id] = cast(@p1 as int)
-- ["3","5"]
