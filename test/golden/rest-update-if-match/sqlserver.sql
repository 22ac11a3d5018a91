-- write 0; write 1, unless write 0 changed a row; if write 0 changed a row
set xact_abort on; set nocount on; declare @n0 int, @n1 int, @v0 nvarchar(max), @v1 nvarchar(max);
begin transaction;
update [1]
set [status] = @p0
from [dbo].[orders] as [1]
where ([1].[id] = cast(@p1 as int) and ([1].[status] + N'.') collate Latin1_General_BIN2 <> (@p2 + N'.') collate Latin1_General_BIN2 and ((cast(N'*' as nvarchar(max)) + N'.') collate Latin1_General_BIN2 in (select (cast(v.[value] as nvarchar(max)) + N'.') collate Latin1_General_BIN2 from openjson(@p3) as v) or (cast(replace(replace(left(json_value((
  select hashbytes('SHA2_256', (
    select [1].[id] as [0], [1].[reference] as [1], [1].[customer_id] as [2], [1].[employee_id] as [3], [1].[billing_address_id] as [4], [1].[shipping_address_id] as [5], [1].[status] as [6], [1].[priority] as [7], [1].[gift] as [8], stuff(convert(nvarchar(19), cast([1].[placed_at] as datetime2(7)), 120), 11, 1, N'T') + isnull(stuff(replace(rtrim(replace(replace(substring(convert(nvarchar(27), cast([1].[placed_at] as datetime2(7)), 121), 20, 8), N'0', N' '), N'.', N' ')), N' ', N'0'), 1, 1, N'.'), N'') + N'+00:00' as [9], convert(nvarchar(10), [1].[required_on], 23) as [10], stuff(convert(nvarchar(19), cast([1].[shipped_at] as datetime2(7)), 120), 11, 1, N'T') + isnull(stuff(replace(rtrim(replace(replace(substring(convert(nvarchar(27), cast([1].[shipped_at] as datetime2(7)), 121), 20, 8), N'0', N' '), N'.', N' ')), N' ', N'0'), 1, 1, N'.'), N'') + N'+00:00' as [11], [1].[total] as [12], [1].[comment] as [13]
    for json path, include_null_values
  )) as b
  for json path, include_null_values, without_array_wrapper
), '$.b'), 22), N'+', N'-'), N'/', N'_') as nvarchar(max)) + N'.') collate Latin1_General_BIN2 in (select (cast(v.[value] as nvarchar(max)) + N'.') collate Latin1_General_BIN2 from openjson(@p3) as v)));
set @n0 = @@rowcount;
if isnull(@n0, 0) = 0 begin
set @n1 = (select count(*)
from [dbo].[orders] as [1]
where ([1].[id] = cast(@p4 as int) and not (case when ([1].[status] + N'.') collate Latin1_General_BIN2 <> (@p5 + N'.') collate Latin1_General_BIN2 then case when 1 = 1 then 1 when not (1 = 1) then 0 end else 0 end = 1)));
if @n1 < 1 throw 50100, @p6, 1;
if @n1 > 0 throw 50101, @p6, 1;
end;
if @n0 > 0 begin
if (not exists (
  select 1
  from [dbo].[orders] as [1]
  where [1].[id] = cast(@p7 as int)
) or exists (
  select 1
  from [dbo].[orders] as [1]
  where [1].[id] = cast(@p7 as int) and case when ([1].[status] + N'.') collate Latin1_General_BIN2 <> (@p8 + N'.') collate Latin1_General_BIN2 then 1 else 0 end = 0
)) throw 50102, @p6, 1;
select top (1) @v0 = (
  select [1].[id] as [id], [1].[status] as [status]
  for json path, include_null_values, without_array_wrapper
), @v1 = replace(replace(left(json_value((
  select hashbytes('SHA2_256', (
    select [1].[id] as [0], [1].[reference] as [1], [1].[customer_id] as [2], [1].[employee_id] as [3], [1].[billing_address_id] as [4], [1].[shipping_address_id] as [5], [1].[status] as [6], [1].[priority] as [7], [1].[gift] as [8], stuff(convert(nvarchar(19), cast([1].[placed_at] as datetime2(7)), 120), 11, 1, N'T') + isnull(stuff(replace(rtrim(replace(replace(substring(convert(nvarchar(27), cast([1].[placed_at] as datetime2(7)), 121), 20, 8), N'0', N' '), N'.', N' ')), N' ', N'0'), 1, 1, N'.'), N'') + N'+00:00' as [9], convert(nvarchar(10), [1].[required_on], 23) as [10], stuff(convert(nvarchar(19), cast([1].[shipped_at] as datetime2(7)), 120), 11, 1, N'T') + isnull(stuff(replace(rtrim(replace(replace(substring(convert(nvarchar(27), cast([1].[shipped_at] as datetime2(7)), 121), 20, 8), N'0', N' '), N'.', N' ')), N' ', N'0'), 1, 1, N'.'), N'') + N'+00:00' as [11], [1].[total] as [12], [1].[comment] as [13]
    for json path, include_null_values
  )) as b
  for json path, include_null_values, without_array_wrapper
), '$.b'), 22), N'+', N'-'), N'/', N'_')
from [dbo].[orders] as [1]
where [1].[id] = cast(@p7 as int);
end;
commit transaction;
select cast(@n0 as nvarchar(20)), cast(@n1 as nvarchar(20)), @v0, @v1
-- ["PAID","1","DELIVERED","[\"0000000000000000000000\"]","1","DELIVERED","sentinel of refused","1","DELIVERED"]
