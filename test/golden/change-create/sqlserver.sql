-- write 0; if write 0 changed a row
set xact_abort on; set nocount on; declare @n0 int, @v0 nvarchar(max);
begin transaction;
declare @w0 table (n int, k0 smallint);
insert into [dbo].[categories] ([name], [description]) output inserted.[id] into @w0 (k0)
values (@p0, @p1);
set @n0 = @@rowcount;
if @n0 < 1 throw 50100, @p2, 1;
if @n0 > 0 begin
set @v0 = (
  select top (1) [1].[id] as [id], [1].[name] as [label], [1].[description] as [description], [1].[parent_id] as [parent_id], N'Category' as [__typename]
  from @w0 as w join [dbo].[categories] as [1] on [1].[id] = w.k0
  for json path, include_null_values, without_array_wrapper
);
end;
commit transaction;
select cast(@n0 as nvarchar(20)), @v0
-- ["Toys","To play with","sentinel of refused"]
