-- write 0; if write 0 changed a row
set xact_abort on; set nocount on; declare @n0 int, @v0 nvarchar(max), @v1 nvarchar(max), @v2 nvarchar(max), @v3 nvarchar(max);
begin transaction;
declare @w0 table (n int, k0 int, k1 int);
insert into [dbo].[order_details] ([order_id], [line_no], [product_id], [quantity], [unit_price]) output inserted.[order_id], inserted.[line_no] into @w0 (k0, k1)
values (cast(@p0 as int), cast(@p1 as int), cast(@p2 as int), cast(@p3 as int), cast(@p4 as decimal(10,2)));
set @n0 = @@rowcount;
if @n0 < 1 throw 50100, @p5, 1;
if @n0 > 0 begin
select top (1) @v0 = (
  select [1].[order_id] as [order_id], [1].[line_no] as [line_no], [1].[product_id] as [product_id], [1].[quantity] as [quantity], [1].[unit_price] as [unit_price], [1].[discount] as [discount], [1].[line_total] as [line_total], [1].[note] as [note]
  for json path, include_null_values, without_array_wrapper
), @v1 = replace(replace(left(json_value((
  select hashbytes('SHA2_256', (
    select [1].[order_id] as [0], [1].[line_no] as [1], [1].[product_id] as [2], [1].[quantity] as [3], [1].[unit_price] as [4], [1].[discount] as [5], [1].[line_total] as [6], [1].[note] as [7]
    for json path, include_null_values
  )) as b
  for json path, include_null_values, without_array_wrapper
), '$.b'), 22), N'+', N'-'), N'/', N'_'), @v2 = json_value((
  select [1].[order_id] as v
  for json path, include_null_values, without_array_wrapper
), '$.v'), @v3 = json_value((
  select [1].[line_no] as v
  for json path, include_null_values, without_array_wrapper
), '$.v')
from @w0 as w join [dbo].[order_details] as [1] on [1].[order_id] = w.k0 and [1].[line_no] = w.k1;
end;
commit transaction;
select cast(@n0 as nvarchar(20)), @v0, @v1, @v2, @v3
-- ["5","99","1","2","10","sentinel of refused"]
