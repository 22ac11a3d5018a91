select top (1) (
  select [1].[order_id] as [order_id], [1].[line_no] as [line_no], [1].[product_id] as [product_id], [1].[quantity] as [quantity], [1].[unit_price] as [unit_price], [1].[discount] as [discount], [1].[line_total] as [line_total], [1].[note] as [note]
  for json path, include_null_values, without_array_wrapper
) as v0, replace(replace(left(json_value((
  select hashbytes('SHA2_256', (
    select [1].[order_id] as [0], [1].[line_no] as [1], [1].[product_id] as [2], [1].[quantity] as [3], [1].[unit_price] as [4], [1].[discount] as [5], [1].[line_total] as [6], [1].[note] as [7]
    for json path, include_null_values
  )) as b
  for json path, include_null_values, without_array_wrapper
), '$.b'), 22), N'+', N'-'), N'/', N'_') as v1
from [dbo].[order_details] as [1]
where ([1].[order_id] = cast(@p0 as int) and [1].[line_no] = cast(@p1 as int))
-- ["5","99"]
