-- write 0; write 1; if write 1 changed a row
set xact_abort on; set nocount on; declare @n0 int, @n1 int, @v0 nvarchar(max);
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
set @v0 = (
  select top (1) [1].[order_id] as [order_id], [1].[line_no] as [line_no], [1].[quantity] as [quantity], json_query((
    select [2].[name] as [name]
    from [dbo].[products] as [2]
    where [2].[id] = [1].[product_id]
    for json path, include_null_values, without_array_wrapper
  )) as [product]
  from [dbo].[order_details] as [1]
  where [1].[order_id] = cast(@p8 as int) and [1].[line_no] = cast(@p9 as int)
  for json path, include_null_values, without_array_wrapper
);
end;
commit transaction;
select cast(@n0 as nvarchar(20)), cast(@n1 as nvarchar(20)), @v0
-- ["7","60","sentinel of refused","7","60","3","5","1.25","7","60"]
