set xact_abort on; set nocount on; begin transaction; declare @w0 table ([id] int); insert into [dbo].[customers] ([name], [email], [country], [created_at])
output inserted.[id]
into @w0
values (cast(@p0 as nvarchar(300)), cast(@p1 as nvarchar(200)), cast(@p2 as nvarchar(2)), cast(@p3 as datetime2(6))); declare @n0 int = @@rowcount; if @n0 < 1 throw 50100, N'refused', 1; select cast(@n0 as nvarchar(20)) as n; declare @w1 table ([id] int); insert into [dbo].[orders] ([reference], [placed_at], [billing_address_id], [customer_id])
output inserted.[id]
into @w1
values (cast(@p4 as nvarchar(20)), cast(@p5 as datetime2(6)), cast(@p6 as int), (select top (1) [id] from @w0)); declare @n1 int = @@rowcount; if @n1 < 1 throw 50101, N'refused', 1; select cast(@n1 as nvarchar(20)) as n; insert into [dbo].[order_details] ([line_no], [product_id], [quantity], [unit_price], [order_id])
values (cast(@p7 as int), cast(@p8 as int), cast(@p9 as int), cast(@p10 as decimal(10,2)), (select top (1) [id] from @w1)); declare @n2 int = @@rowcount; if @n2 < 1 throw 50102, N'refused', 1; select cast(@n2 as nvarchar(20)) as n; if @n1 > 0 begin if exists (
  select 1
  from [dbo].[orders] as [1] join @w1 as w on [1].[id] = w.[id]
  where case when [1].[status] <> cast(@p11 as nvarchar(20)) then 1 else 0 end = 0
) throw 50103, N'refused', 1; select cast(0 as nvarchar(20)) as n, (
  select [1].[reference] as [reference], json_query((
    select [2].[name] as [name]
    from [dbo].[customers] as [2]
    where [2].[id] = [1].[customer_id]
    for json path, include_null_values, without_array_wrapper 
  )) as [customer]
  from [dbo].[orders] as [1] join @w1 as w on [1].[id] = w.[id]
  for json path, include_null_values, without_array_wrapper 
) as v0 end; commit transaction;
