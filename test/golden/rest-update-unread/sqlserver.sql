-- write 0; if write 0 changed a row
set xact_abort on; set nocount on; declare @n0 int;
begin transaction;
declare @w0 table (n int, k0 int);
update [1]
set [status] = @p0 output inserted.[id] into @w0 (k0)
from [dbo].[orders] as [1]
where ([1].[id] = cast(@p1 as int) and (([1].[status] = cast(@p2 as nvarchar(4000)) and ([1].[status] + N'.') collate Latin1_General_BIN2 = (@p2 + N'.') collate Latin1_General_BIN2) or ([1].[status] = cast(@p3 as nvarchar(4000)) and ([1].[status] + N'.') collate Latin1_General_BIN2 = (@p3 + N'.') collate Latin1_General_BIN2)));
set @n0 = @@rowcount;
if @n0 < 1 throw 50100, @p4, 1;
if @n0 > 0 begin
if (exists (
  select 1 from @w0 as w where not exists (select 1 from [dbo].[orders] as [1] where [1].[id] = w.k0)
) or exists (
  select 1
  from @w0 as w join [dbo].[orders] as [1] on [1].[id] = w.k0
  where case when (([1].[status] = cast(@p5 as nvarchar(4000)) and ([1].[status] + N'.') collate Latin1_General_BIN2 = (@p5 + N'.') collate Latin1_General_BIN2) or ([1].[status] = cast(@p6 as nvarchar(4000)) and ([1].[status] + N'.') collate Latin1_General_BIN2 = (@p6 + N'.') collate Latin1_General_BIN2)) then 1 else 0 end = 0
)) throw 50101, @p4, 1;
end;
commit transaction;
select cast(@n0 as nvarchar(20))
-- ["SHIPPED","1","PAID","SHIPPED","sentinel of refused","PAID","SHIPPED"]
