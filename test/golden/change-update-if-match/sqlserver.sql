-- write 0; if write 0 changed a row
set xact_abort on; set nocount on; declare @n0 int, @v0 nvarchar(max);
begin transaction;
update [1]
set [name] = @p0
from [dbo].[categories] as [1]
where ([1].[id] = cast(@p1 as int) and ((cast(N'*' as nvarchar(max)) + N'.') collate Latin1_General_BIN2 in (select (cast(v.[value] as nvarchar(max)) + N'.') collate Latin1_General_BIN2 from openjson(@p2) as v) or (cast(replace(replace(left(json_value((
  select hashbytes('SHA2_256', (
    select [1].[id] as [0], [1].[name] as [1], [1].[description] as [2], [1].[parent_id] as [3]
    for json path, include_null_values
  )) as b
  for json path, include_null_values, without_array_wrapper
), '$.b'), 22), N'+', N'-'), N'/', N'_') as nvarchar(max)) + N'.') collate Latin1_General_BIN2 in (select (cast(v.[value] as nvarchar(max)) + N'.') collate Latin1_General_BIN2 from openjson(@p2) as v)));
set @n0 = @@rowcount;
if @n0 < 1 throw 50100, @p3, 1;
if @n0 > 0 begin
set @v0 = (
  select top (1) [1].[name] as [name], json_query(isnull((
    select top (1) [2].[name] as [name]
    from [dbo].[products] as [2]
    where [2].[category_id] = [1].[id]
    order by [2].[id]
    for json path, include_null_values
  ), N'[]')) as [products]
  from [dbo].[categories] as [1]
  where [1].[id] = cast(@p4 as int)
  for json path, include_null_values, without_array_wrapper
);
end;
commit transaction;
select cast(@n0 as nvarchar(20)), @v0
-- ["Cooking","3","[\"*\"]","sentinel of refused","3"]
