-- write 0; write 1; if write 1 changed a row
set xact_abort on; set nocount on; declare @n0 int, @n1 int, @v0 nvarchar(max), @v1 nvarchar(max);
begin transaction;
set @n0 = (select count(*)
from [dbo].[order_details] as [1]
where ([1].[order_id] = cast(@p0 as int) and [1].[line_no] = cast(@p1 as int)));
if @n0 > 0 throw 50100, @p2, 1;
insert into [dbo].[order_details] ([order_id], [line_no], [product_id], [quantity], [unit_price])
select cast(@p3 as int), cast(@p4 as int), cast(@p5 as int), cast(@p6 as int), cast(@p7 as decimal(10,2))
where not exists (
  select 1
  from [dbo].[order_details] as [x] with (updlock, holdlock)
  where [x].[order_id] = cast(@p3 as int) and [x].[line_no] = cast(@p4 as int)
);
set @n1 = @@rowcount;
if @n1 < 1 throw 50101, @p2, 1;
if @n1 > 0 begin
select top (1) @v0 = (
  select [1].[order_id] as [order_id], [1].[line_no] as [line_no], [1].[product_id] as [product_id], [1].[quantity] as [quantity], [1].[unit_price] as [unit_price], [1].[discount] as [discount], [1].[line_total] as [line_total], [1].[note] as [note]
  for json path, include_null_values, without_array_wrapper
), @v1 = replace(replace(left(json_value((
  select hashbytes('SHA2_256', (
    select [1].[order_id] as [0], [1].[line_no] as [1], [1].[product_id] as [2], [1].[quantity] as [3], [1].[unit_price] as [4], [1].[discount] as [5], [1].[line_total] as [6], [1].[note] as [7]
    for json path, include_null_values
  )) as b
  for json path, include_null_values, without_array_wrapper
), '$.b'), 22), N'+', N'-'), N'/', N'_')
from [dbo].[order_details] as [1]
where [1].[order_id] = cast(@p8 as int) and [1].[line_no] = cast(@p9 as int);
end;
commit transaction;
select cast(@n0 as nvarchar(20)), cast(@n1 as nvarchar(20)), @v0, @v1
-- ["5","98","sentinel of refused","5","98","1","3","0.5","5","98"]
