-- write 0; if write 0 changed a row
set xact_abort on; set nocount on; declare @n0 int, @v0 nvarchar(max), @v1 nvarchar(max);
begin transaction;
declare @w0 table (n int, k0 smallint);
insert into [dbo].[categories] ([name]) output 0, inserted.[id] into @w0 (n, k0)
values (@p0);
set @n0 = @@rowcount;
insert into [dbo].[categories] ([name], [parent_id]) output 1, inserted.[id] into @w0 (n, k0)
values (@p1, cast(@p2 as smallint));
set @n0 += @@rowcount;
if @n0 < 1 throw 50100, @p3, 1;
if @n0 > 0 begin
set @v0 = isnull((
  select top (2) [1].[name] as [name], [1].[parent_id] as [parent_id]
  from @w0 as w join [dbo].[categories] as [1] on [1].[id] = w.k0
  order by w.n
  for json path, include_null_values
), N'[]');
set @v1 = isnull((
  select top (2) [1].[id] as [id]
  from @w0 as w join [dbo].[categories] as [1] on [1].[id] = w.k0
  order by w.n
  for json path, include_null_values
), N'[]');
end;
commit transaction;
select cast(@n0 as nvarchar(20)), @v0, @v1
-- ["Toys","Games","1","sentinel of refused"]
