-- write 0; write 0, if write 0 changed a row
set xact_abort on; set nocount on; declare @n0 int, @v0 nvarchar(max);
begin transaction;
declare @w0 table (n int, k0 int, k1 int);
insert into @w0 (k0, k1)
select [1].[order_id], [1].[line_no]
from [dbo].[order_details] as [1] with (updlock)
where ([1].[order_id] = cast(@p0 as int) and [1].[line_no] = cast(@p1 as int));
set @n0 = @@rowcount;
set @v0 = (
  select top (1) [1].[quantity] as [quantity]
  from @w0 as w join [dbo].[order_details] as [1] on [1].[order_id] = w.k0 and [1].[line_no] = w.k1
  for json path, include_null_values, without_array_wrapper
);
if @n0 > 0 begin
delete [1]
from [dbo].[order_details] as [1]
where exists (
  select 1 from @w0 as w where [1].[order_id] = w.k0 and [1].[line_no] = w.k1
);
set @n0 = @@rowcount;
end;
commit transaction;
select cast(@n0 as nvarchar(20)), @v0
-- ["7","99"]
