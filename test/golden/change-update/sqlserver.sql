-- write 0; if write 0 changed a row
set xact_abort on; set nocount on; declare @n0 int, @v0 nvarchar(max);
begin transaction;
update [1]
set [name] = @p0, [description] = @p1
from [dbo].[categories] as [1]
where [1].[id] = cast(@p2 as int);
set @n0 = @@rowcount;
if @n0 < 1 throw 50100, @p3, 1;
if @n0 > 0 begin
set @v0 = (
  select top (1) [1].[id] as [id], [1].[name] as [name], [1].[description] as [description]
  from [dbo].[categories] as [1]
  where [1].[id] = cast(@p4 as int)
  for json path, include_null_values, without_array_wrapper
);
end;
commit transaction;
select cast(@n0 as nvarchar(20)), @v0
-- ["Cooking",null,"3","sentinel of refused","3"]
