-- write 0; if write 0 changed a row
set xact_abort on; set nocount on; declare @n0 int, @v0 nvarchar(max), @v1 nvarchar(max), @v2 nvarchar(max);
begin transaction;
declare @w0 table (n int, k0 int);
insert into [dbo].[orders] ([reference], [customer_id], [billing_address_id], [placed_at], [total], [comment]) output inserted.[id] into @w0 (k0)
values (@p0, cast(@p1 as int), cast(@p2 as int), cast(@p3 as datetime2(6)), cast(@p4 as decimal(12,2)), @p5);
set @n0 = @@rowcount;
if @n0 < 1 throw 50100, @p6, 1;
if @n0 > 0 begin
select top (1) @v0 = (
  select [1].[id] as [id], [1].[reference] as [reference], [1].[status] as [status], [1].[total] as [total], [1].[comment] as [comment], json_query((
    select [2].[name] as [name]
    from [dbo].[customers] as [2]
    where [2].[id] = [1].[customer_id]
    for json path, include_null_values, without_array_wrapper
  )) as [customer]
  for json path, include_null_values, without_array_wrapper
), @v1 = replace(replace(left(json_value((
  select hashbytes('SHA2_256', (
    select [1].[id] as [0], [1].[reference] as [1], [1].[customer_id] as [2], [1].[employee_id] as [3], [1].[billing_address_id] as [4], [1].[shipping_address_id] as [5], [1].[status] as [6], [1].[priority] as [7], [1].[gift] as [8], stuff(convert(nvarchar(19), cast([1].[placed_at] as datetime2(7)), 120), 11, 1, N'T') + isnull(stuff(replace(rtrim(replace(replace(substring(convert(nvarchar(27), cast([1].[placed_at] as datetime2(7)), 121), 20, 8), N'0', N' '), N'.', N' ')), N' ', N'0'), 1, 1, N'.'), N'') + N'+00:00' as [9], convert(nvarchar(10), [1].[required_on], 23) as [10], stuff(convert(nvarchar(19), cast([1].[shipped_at] as datetime2(7)), 120), 11, 1, N'T') + isnull(stuff(replace(rtrim(replace(replace(substring(convert(nvarchar(27), cast([1].[shipped_at] as datetime2(7)), 121), 20, 8), N'0', N' '), N'.', N' ')), N' ', N'0'), 1, 1, N'.'), N'') + N'+00:00' as [11], [1].[total] as [12], [1].[comment] as [13]
    for json path, include_null_values
  )) as b
  for json path, include_null_values, without_array_wrapper
), '$.b'), 22), N'+', N'-'), N'/', N'_'), @v2 = json_value((
  select [1].[id] as v
  for json path, include_null_values, without_array_wrapper
), '$.v')
from @w0 as w join [dbo].[orders] as [1] on [1].[id] = w.k0;
end;
commit transaction;
select cast(@n0 as nvarchar(20)), @v0, @v1, @v2
-- ["NEW/1","1","1","2024-02-29T12:00:00","1234567890.12",null,"sentinel of refused"]
