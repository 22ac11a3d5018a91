-- write 0; write 0, if write 0 changed a row
set xact_abort on; set nocount on; declare @n0 int, @v0 nvarchar(max);
begin transaction;
declare @w0 table (n int, k0 int, k1 int);
insert into @w0 (k0, k1)
select [1].[order_id], [1].[line_no]
from [dbo].[order_details] as [1] with (updlock)
where exists (
  select 1
  from [dbo].[orders] as [2]
  where [2].[id] = [1].[order_id] and [2].[id] = cast(@p0 as int)
);
set @n0 = @@rowcount;
set @v0 = isnull((
  select top (1000) [1].[line_no] as [line_no]
  from @w0 as w join [dbo].[order_details] as [1] on [1].[order_id] = w.k0 and [1].[line_no] = w.k1
  order by [1].[order_id], [1].[line_no]
  for json path, include_null_values
), N'[]');
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
-- ["7"]
