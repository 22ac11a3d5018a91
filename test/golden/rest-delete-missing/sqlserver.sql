-- write 0; write 0, if write 0 changed a row
set xact_abort on; set nocount on; declare @n0 int, @v0 nvarchar(max);
begin transaction;
declare @w0 table (n int, k0 smallint);
insert into @w0 (k0)
select [1].[id]
from [dbo].[categories] as [1] with (updlock)
where [1].[id] = cast(@p0 as int);
set @n0 = @@rowcount;
set @v0 = (
  select top (1) N'Category' as [__typename]
  from @w0 as w join [dbo].[categories] as [1] on [1].[id] = w.k0
  for json path, include_null_values, without_array_wrapper
);
if @n0 > 0 begin
delete [1]
from [dbo].[categories] as [1]
where exists (select 1 from @w0 as w where [1].[id] = w.k0);
set @n0 = @@rowcount;
end;
commit transaction;
select cast(@n0 as nvarchar(20)), @v0
-- ["9999"]
