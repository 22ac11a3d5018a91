-- write 0; if write 0 changed a row; write 1; if write 1 changed a row
set xact_abort on; set nocount on; declare @n0 int, @n1 int, @v0 nvarchar(max), @v1 nvarchar(max);
begin transaction;
print N'joinery.step 0';
declare @w0 table (n int, k0 smallint);
insert into [dbo].[categories] ([name]) output inserted.[id] into @w0 (k0)
values (@p0);
set @n0 = @@rowcount;
if @n0 < 1 throw 50100, @p1, 1;
if @n0 > 0 begin
set @v0 = (
  select top (1) [1].[name] as [name]
  from @w0 as w join [dbo].[categories] as [1] on [1].[id] = w.k0
  for json path, include_null_values, without_array_wrapper
);
end;
print N'joinery.step 2';
declare @w1 table (n int, k0 smallint);
update [1]
set [description] = @p2 output inserted.[id] into @w1 (k0)
from [dbo].[categories] as [1]
where ([1].[name] = cast(@p3 as nvarchar(4000)) and ([1].[name] + N'.') collate Latin1_General_BIN2 = (@p3 + N'.') collate Latin1_General_BIN2);
set @n1 = @@rowcount;
if @n1 > 0 begin
set @v1 = isnull((
  select top (1000) [1].[name] as [name], [1].[description] as [description]
  from @w1 as w join [dbo].[categories] as [1] on [1].[id] = w.k0
  order by [1].[id]
  for json path, include_null_values
), N'[]');
end;
commit transaction;
select cast(@n0 as nvarchar(20)), cast(@n1 as nvarchar(20)), @v0, @v1
-- ["Toys","sentinel of refused","New","Toys"]
