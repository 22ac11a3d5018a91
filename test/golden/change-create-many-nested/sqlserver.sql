-- write 0; write 1; write 2; write 3; if write 0 changed a row; if write 3 changed a row
set xact_abort on; set nocount on; declare @n0 int, @n1 int, @n2 int, @n3 int, @k0 smallint, @k1 smallint, @v0 nvarchar(max), @v1 nvarchar(max);
begin transaction;
print N'joinery.step 0';
declare @w0 table (n int, k0 smallint);
insert into [dbo].[categories] ([name]) output inserted.[id] into @w0 (k0)
values (@p0);
set @n0 = @@rowcount;
select top (1) @k0 = w.k0 from @w0 as w;
if @n0 < 1 throw 50100, @p1, 1;
if @k0 is null throw 50101, @p1, 1;
print N'joinery.step 1';
insert into [dbo].[categories] ([name], [parent_id])
values (@p2, @k0), (@p3, @k0);
set @n1 = @@rowcount;
if @n1 < 1 throw 50102, @p1, 1;
print N'joinery.step 2';
declare @w2 table (n int, k0 smallint);
insert into [dbo].[categories] ([name]) output inserted.[id] into @w2 (k0)
values (@p4);
set @n2 = @@rowcount;
select top (1) @k1 = w.k0 from @w2 as w;
if @n2 < 1 throw 50103, @p1, 1;
if @k1 is null throw 50104, @p1, 1;
print N'joinery.step 3';
declare @w3 table (n int, k0 smallint);
insert into [dbo].[categories] ([name], [parent_id]) output inserted.[id] into @w3 (k0)
values (@p5, @k1);
set @n3 = @@rowcount;
if @n3 < 1 throw 50105, @p1, 1;
if @n0 > 0 begin
set @v0 = (
  select top (1) [1].[name] as [name], json_query((
    select [2].[name] as [name]
    from [dbo].[categories] as [2]
    where [2].[id] = [1].[parent_id]
    for json path, include_null_values, without_array_wrapper
  )) as [parent], json_query(isnull((
    select top (100) [3].[name] as [name]
    from [dbo].[categories] as [3]
    where [3].[parent_id] = [1].[id]
    order by [3].[id]
    for json path, include_null_values
  ), N'[]')) as [children]
  from @w0 as w join [dbo].[categories] as [1] on [1].[id] = w.k0
  for json path, include_null_values, without_array_wrapper
);
end;
if @n3 > 0 begin
set @v1 = (
  select top (1) [1].[name] as [name], json_query((
    select [2].[name] as [name]
    from [dbo].[categories] as [2]
    where [2].[id] = [1].[parent_id]
    for json path, include_null_values, without_array_wrapper
  )) as [parent], json_query(isnull((
    select top (100) [3].[name] as [name]
    from [dbo].[categories] as [3]
    where [3].[parent_id] = [1].[id]
    order by [3].[id]
    for json path, include_null_values
  ), N'[]')) as [children]
  from @w3 as w join [dbo].[categories] as [1] on [1].[id] = w.k0
  for json path, include_null_values, without_array_wrapper
);
end;
commit transaction;
select cast(@n0 as nvarchar(20)), cast(@n1 as nvarchar(20)), cast(@n2 as nvarchar(20)), cast(@n3 as nvarchar(20)), @v0, @v1
-- ["Toys","sentinel of refused","Dolls","Trains","Fun","Games"]
