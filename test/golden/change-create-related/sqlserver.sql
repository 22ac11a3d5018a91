-- write 0; if write 0 changed a row
set xact_abort on; set nocount on; declare @n0 int, @v0 nvarchar(max);
begin transaction;
declare @w0 table (n int, k0 int, k1 int);
insert into [dbo].[order_details] ([order_id], [line_no], [product_id], [quantity], [unit_price]) output inserted.[order_id], inserted.[line_no] into @w0 (k0, k1)
values (cast(@p0 as int), cast(@p1 as int), cast(@p2 as int), cast(@p3 as int), cast(@p4 as decimal(10,2)));
set @n0 = @@rowcount;
if @n0 < 1 throw 50100, @p5, 1;
if @n0 > 0 begin
set @v0 = (
  select top (1) [1].[quantity] as [quantity], [1].[discount] as [discount], json_query((
    select [2].[name] as [name]
    from [dbo].[products] as [2]
    where [2].[id] = [1].[product_id]
    for json path, include_null_values, without_array_wrapper
  )) as [product], json_query((
    select json_query((
      select (
        select count_big(*)
        from [dbo].[order_details] as [5]
        where [5].[order_id] = [3].[id]
      ) as [totalCount]
      for json path, include_null_values, without_array_wrapper
    )) as [orderDetails_connection]
    from [dbo].[orders] as [3]
    where [3].[id] = [1].[order_id]
    for json path, include_null_values, without_array_wrapper
  )) as [order]
  from @w0 as w join [dbo].[order_details] as [1] on [1].[order_id] = w.k0 and [1].[line_no] = w.k1
  for json path, include_null_values, without_array_wrapper
);
end;
commit transaction;
select cast(@n0 as nvarchar(20)), @v0
-- ["7","50","3","2","19.9","sentinel of refused"]
