-- write 0; write 1, unless write 0 changed a row; write 2, unless write 0 or 1 changed a row; write 3, unless write 0 or 1 or 2 changed a row; if write 0 changed a row; if write 1 changed a row; if write 2 changed a row
set xact_abort on; set nocount on; declare @n0 int, @n1 int, @n2 int, @n3 int, @v0 nvarchar(max), @v1 nvarchar(max), @v2 nvarchar(max);
begin transaction;
print N'joinery.step 0';
update [1]
set [product_id] = cast(@p0 as int), [quantity] = cast(@p1 as int), [unit_price] = cast(@p2 as decimal(10,2)), [discount] = default, [note] = default
from [dbo].[order_details] as [1]
where ([1].[order_id] = cast(@p3 as int) and [1].[line_no] = cast(@p4 as int));
set @n0 = @@rowcount;
print N'joinery.step 1';
if isnull(@n0, 0) = 0 begin
insert into [dbo].[order_details] ([order_id], [line_no], [product_id], [quantity], [unit_price])
select cast(@p5 as int), cast(@p6 as int), cast(@p0 as int), cast(@p1 as int), cast(@p2 as decimal(10,2))
where not exists (
  select 1
  from [dbo].[order_details] as [x] with (updlock, holdlock)
  where [x].[order_id] = cast(@p5 as int) and [x].[line_no] = cast(@p6 as int)
);
set @n1 = @@rowcount;
end;
print N'joinery.step 2';
if isnull(@n0, 0) = 0 and isnull(@n1, 0) = 0 begin
update [1]
set [product_id] = cast(@p0 as int), [quantity] = cast(@p1 as int), [unit_price] = cast(@p2 as decimal(10,2)), [discount] = default, [note] = default
from [dbo].[order_details] as [1]
where ([1].[order_id] = cast(@p7 as int) and [1].[line_no] = cast(@p8 as int));
set @n2 = @@rowcount;
end;
if isnull(@n0, 0) = 0 and isnull(@n1, 0) = 0 and isnull(@n2, 0) = 0 begin
set @n3 = (select count(*)
from [dbo].[order_details] as [1]
where ([1].[order_id] = cast(@p9 as int) and [1].[line_no] = cast(@p10 as int)));
if @n3 < 1 throw 50100, @p11, 1;
if @n3 > 0 throw 50101, @p11, 1;
end;
if @n0 > 0 begin
set @v0 = (
  select top (1) [1].[order_id] as [order_id], [1].[line_no] as [line_no], [1].[quantity] as [quantity], [1].[unit_price] as [unit_price], [1].[discount] as [discount]
  from [dbo].[order_details] as [1]
  where [1].[order_id] = cast(@p12 as int) and [1].[line_no] = cast(@p13 as int)
  for json path, include_null_values, without_array_wrapper
);
end;
if @n1 > 0 begin
set @v1 = (
  select top (1) [1].[order_id] as [order_id], [1].[line_no] as [line_no], [1].[quantity] as [quantity], [1].[unit_price] as [unit_price], [1].[discount] as [discount]
  from [dbo].[order_details] as [1]
  where [1].[order_id] = cast(@p12 as int) and [1].[line_no] = cast(@p13 as int)
  for json path, include_null_values, without_array_wrapper
);
end;
if @n2 > 0 begin
set @v2 = (
  select top (1) [1].[order_id] as [order_id], [1].[line_no] as [line_no], [1].[quantity] as [quantity], [1].[unit_price] as [unit_price], [1].[discount] as [discount]
  from [dbo].[order_details] as [1]
  where [1].[order_id] = cast(@p12 as int) and [1].[line_no] = cast(@p13 as int)
  for json path, include_null_values, without_array_wrapper
);
end;
commit transaction;
select cast(@n0 as nvarchar(20)), cast(@n1 as nvarchar(20)), cast(@n2 as nvarchar(20)), cast(@n3 as nvarchar(20)), @v0, @v1, @v2
-- ["3","5","1.25","7","1","7","1","7","1","7","1","sentinel of refused","7","1"]
