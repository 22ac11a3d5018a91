set xact_abort on; set nocount on; declare @n0 int, @n1 int, @n2 int, @k0 int, @k1 int, @v0 nvarchar(max);
begin transaction;
print N'joinery.step 0';
declare @w0 table (n int, k0 int);
insert into [dbo].[customers] ([name], [email], [country], [created_at]) output inserted.[id] into @w0 (k0)
values (@p0, @p1, @p2, cast(@p3 as datetime2(6)));
set @n0 = @@rowcount;
select top (1) @k0 = w.k0 from @w0 as w;
if @n0 < 1 throw 50100, @p4, 1;
if @k0 is null throw 50101, @p4, 1;
print N'joinery.step 1';
declare @w1 table (n int, k0 int);
insert into [dbo].[orders] ([reference], [placed_at], [billing_address_id], [customer_id]) output inserted.[id] into @w1 (k0)
values (@p5, cast(@p6 as datetime2(6)), cast(@p7 as int), @k0);
set @n1 = @@rowcount;
select top (1) @k1 = w.k0 from @w1 as w;
if @n1 < 1 throw 50102, @p4, 1;
if @k1 is null throw 50103, @p4, 1;
print N'joinery.step 2';
insert into [dbo].[order_details] ([line_no], [product_id], [quantity], [unit_price], [order_id])
values (cast(@p8 as int), cast(@p9 as int), cast(@p10 as int), cast(@p11 as decimal(10,2)), @k1);
set @n2 = @@rowcount;
if @n2 < 1 throw 50104, @p4, 1;
if @n1 > 0 begin
if (exists (
  select 1 from @w1 as w where not exists (select 1 from [dbo].[orders] as [1] where [1].[id] = w.k0)
) or exists (
  select 1
  from @w1 as w join [dbo].[orders] as [1] on [1].[id] = w.k0
  where case when ([1].[status] + N'.') collate Latin1_General_BIN2 <> (@p12 + N'.') collate Latin1_General_BIN2 then 1 else 0 end = 0
)) throw 50105, @p4, 1;
set @v0 = (
  select top (1) [1].[reference] as [reference], json_query((
    select [2].[name] as [name]
    from [dbo].[customers] as [2]
    where [2].[id] = [1].[customer_id]
    for json path, include_null_values, without_array_wrapper
  )) as [customer]
  from @w1 as w join [dbo].[orders] as [1] on [1].[id] = w.k0
  for json path, include_null_values, without_array_wrapper
);
end;
commit transaction;
select cast(@n0 as nvarchar(20)), cast(@n1 as nvarchar(20)), cast(@n2 as nvarchar(20)), @v0
