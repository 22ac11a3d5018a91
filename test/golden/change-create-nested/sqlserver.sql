-- write 0; write 1; write 2; if write 1 changed a row
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
insert into [dbo].[order_details] ([line_no], [product_id], [quantity], [unit_price], [order_id], [discount])
values (cast(@p8 as int), cast(@p9 as int), cast(@p10 as int), cast(@p11 as decimal(10,2)), @k1, default), (cast(@p12 as int), cast(@p13 as int), cast(@p14 as int), cast(@p15 as decimal(10,2)), @k1, cast(@p16 as decimal(4,3)));
set @n2 = @@rowcount;
if @n2 < 1 throw 50104, @p4, 1;
if @n1 > 0 begin
set @v0 = (
  select top (1) [1].[reference] as [reference], [1].[status] as [status], [1].[total] as [total], json_query((
    select [2].[name] as [name], [2].[country] as [country]
    from [dbo].[customers] as [2]
    where [2].[id] = [1].[customer_id]
    for json path, include_null_values, without_array_wrapper
  )) as [customer], json_query(isnull((
    select top (100) [3].[line_no] as [line_no], [3].[quantity] as [quantity], [3].[discount] as [discount], json_query((
      select [4].[name] as [name]
      from [dbo].[products] as [4]
      where [4].[id] = [3].[product_id]
      for json path, include_null_values, without_array_wrapper
    )) as [product]
    from [dbo].[order_details] as [3]
    where [3].[order_id] = [1].[id]
    order by [3].[line_no] desc, [3].[order_id]
    for json path, include_null_values
  ), N'[]')) as [orderDetails]
  from @w1 as w join [dbo].[orders] as [1] on [1].[id] = w.k0
  for json path, include_null_values, without_array_wrapper
);
end;
commit transaction;
select cast(@n0 as nvarchar(20)), cast(@n1 as nvarchar(20)), cast(@n2 as nvarchar(20)), @v0
-- ["Ada","ada@example.com","NL","2026-01-01T00:00:00","sentinel of refused","N-1","2026-01-02T03:04:05","1","1","3","2","9.95","2","4","1","20","0.125"]
