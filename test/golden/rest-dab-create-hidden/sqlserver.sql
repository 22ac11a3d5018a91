-- write 0; if write 0 changed a row
set xact_abort on; set nocount on; declare @n0 int, @v0 nvarchar(max), @v1 nvarchar(max), @v2 nvarchar(max);
begin transaction;
declare @w0 table (n int, k0 smallint);
insert into [dbo].[categories] ([name]) output inserted.[id] into @w0 (k0)
values (@p0);
set @n0 = @@rowcount;
if @n0 < 1 throw 50100, @p1, 1;
if @n0 > 0 begin
select top (1) @v0 = case when [1].[name] = cast(@p2 as nvarchar(4000)) then (
  select [1].[id] as [id], [1].[name] as [name], [1].[description] as [description], [1].[parent_id] as [parent_id]
  for json path, include_null_values, without_array_wrapper
) end, @v1 = case when [1].[name] = cast(@p2 as nvarchar(4000)) then replace(replace(left(json_value((
  select hashbytes('SHA2_256', (
    select [1].[id] as [0], [1].[name] as [1], [1].[description] as [2], [1].[parent_id] as [3]
    for json path, include_null_values
  )) as b
  for json path, include_null_values, without_array_wrapper
), '$.b'), 22), N'+', N'-'), N'/', N'_') end, @v2 = json_value((
  select [1].[id] as v
  for json path, include_null_values, without_array_wrapper
), '$.v')
from @w0 as w join [dbo].[categories] as [1] on [1].[id] = w.k0;
end;
commit transaction;
select cast(@n0 as nvarchar(20)), @v0, @v1, @v2
-- ["Unseen","sentinel of refused","Seen"]
