select (
  select top (1) [1].[order_id] as [order_id], [1].[line_no] as [line_no], [1].[quantity] as [quantity], [1].[line_total] as [line_total], json_query((
    select [2].[name] as [name]
    from [dbo].[products] as [2]
    where [2].[id] = [1].[product_id]
    for json path, include_null_values, without_array_wrapper
  )) as [product]
  from [dbo].[order_details] as [1]
  where ([1].[order_id] = cast(@p0 as int) and [1].[line_no] = cast(@p1 as int))
  for json path, include_null_values, without_array_wrapper
) as [0], (
  select top (1) [3].[quantity] as [quantity]
  from [dbo].[order_details] as [3]
  where ([3].[order_id] = cast(@p2 as int) and [3].[line_no] = cast(@p3 as int))
  for json path, include_null_values, without_array_wrapper
) as [1]
-- ["3","1","3","999"]
