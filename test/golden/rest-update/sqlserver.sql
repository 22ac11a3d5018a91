-- write 0; if write 0 changed a row
set xact_abort on; set nocount on; declare @n0 int, @v0 nvarchar(max), @v1 nvarchar(max);
begin transaction;
update [1]
set [price] = cast(@p0 as decimal(10,2)), [weight] = cast(@p1 as float)
from [dbo].[products] as [1]
where [1].[id] = cast(@p2 as int);
set @n0 = @@rowcount;
if @n0 < 1 throw 50100, @p3, 1;
if @n0 > 0 begin
select top (1) @v0 = (
  select [1].[id] as [id], [1].[price] as [price], json_query(N'["' + @p4 + N'",' + convert(nvarchar(40), [1].[weight], 3) + N']') as [weight]
  for json path, include_null_values, without_array_wrapper
), @v1 = replace(replace(left(json_value((
  select hashbytes('SHA2_256', (
    select [1].[id] as [0], lower(convert(nvarchar(36), [1].[sku])) as [1], [1].[name] as [2], [1].[description] as [3], [1].[category_id] as [4], [1].[price] as [5], [1].[unit_cost] as [6], [1].[stock] as [7], [1].[discontinued] as [8], convert(nvarchar(40), [1].[weight], 3) as [9], convert(nvarchar(40), [1].[rating], 3) as [10], [1].[barcode] as [11], json_query(case when isjson([1].[attributes]) = 1 then [1].[attributes] end) as [12], [1].[thumbnail] as [13], convert(nvarchar(10), [1].[available_from], 23) as [14], convert(nvarchar(8), [1].[pickup_from], 108) + isnull(stuff(replace(rtrim(replace(replace(substring(convert(nvarchar(16), cast([1].[pickup_from] as time(7)), 121), 9, 8), N'0', N' '), N'.', N' ')), N' ', N'0'), 1, 1, N'.'), N'') as [15], [1].[warranty] as [16], stuff(convert(nvarchar(19), cast([1].[created_at] as datetime2(7)), 120), 11, 1, N'T') + isnull(stuff(replace(rtrim(replace(replace(substring(convert(nvarchar(27), cast([1].[created_at] as datetime2(7)), 121), 20, 8), N'0', N' '), N'.', N' ')), N' ', N'0'), 1, 1, N'.'), N'') + N'+00:00' as [17]
    for json path, include_null_values
  )) as b
  for json path, include_null_values, without_array_wrapper
), '$.b'), 22), N'+', N'-'), N'/', N'_')
from [dbo].[products] as [1]
where [1].[id] = cast(@p5 as int);
end;
commit transaction;
select cast(@n0 as nvarchar(20)), @v0, @v1
-- ["99.95","1.5","1","sentinel of refused","sentinel of mark","1"]
