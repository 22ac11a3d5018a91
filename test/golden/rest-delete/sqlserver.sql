-- write 0; write 0, if write 0 changed a row
set xact_abort on; set nocount on; declare @n0 int, @v0 nvarchar(max);
begin transaction;
declare @w0 table (n int, k0 int, k1 int);
insert into @w0 (k0, k1)
select [1].[order_id], [1].[line_no]
from [dbo].[order_details] as [1] with (updlock)
where (([1].[order_id] = cast(@p0 as int) and [1].[line_no] = cast(@p1 as int)) and ((cast(N'*' as nvarchar(max)) + N'.') collate Latin1_General_BIN2 in (select (cast(v.[value] as nvarchar(max)) + N'.') collate Latin1_General_BIN2 from openjson(@p2) as v) or (cast(replace(replace(left(json_value((
  select hashbytes('SHA2_256', (
    select [1].[order_id] as [0], [1].[line_no] as [1], [1].[product_id] as [2], [1].[quantity] as [3], [1].[unit_price] as [4], [1].[discount] as [5], [1].[line_total] as [6], [1].[note] as [7]
    for json path, include_null_values
  )) as b
  for json path, include_null_values, without_array_wrapper
), '$.b'), 22), N'+', N'-'), N'/', N'_') as nvarchar(max)) + N'.') collate Latin1_General_BIN2 in (select (cast(v.[value] as nvarchar(max)) + N'.') collate Latin1_General_BIN2 from openjson(@p2) as v)));
set @n0 = @@rowcount;
if @n0 < 1 throw 50100, @p3, 1;
set @v0 = (
  select top (1) N'OrderDetail' as [__typename]
  from @w0 as w join [dbo].[order_details] as [1] on [1].[order_id] = w.k0 and [1].[line_no] = w.k1
  for json path, include_null_values, without_array_wrapper
);
if @n0 > 0 begin
delete [1]
from [dbo].[order_details] as [1]
where exists (
  select 1 from @w0 as w where [1].[order_id] = w.k0 and [1].[line_no] = w.k1
);
set @n0 = @@rowcount;
end;
commit transaction;
select cast(@n0 as nvarchar(20)), @v0
-- ["5","1","[\"*\"]","sentinel of refused"]
