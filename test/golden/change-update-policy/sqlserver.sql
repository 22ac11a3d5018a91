-- write 0; write 1, unless write 0 changed a row; if write 0 changed a row
set xact_abort on; set nocount on; declare @n0 int, @n1 int, @v0 nvarchar(max);
begin transaction;
update [1]
set [comment] = @p0
from [dbo].[orders] as [1]
where ([1].[id] = cast(@p1 as int) and ([1].[status] + N'.') collate Latin1_General_BIN2 <> (@p2 + N'.') collate Latin1_General_BIN2);
set @n0 = @@rowcount;
if isnull(@n0, 0) = 0 begin
set @n1 = (select count(*)
from [dbo].[orders] as [1]
where ([1].[id] = cast(@p3 as int) and not (case when ([1].[status] + N'.') collate Latin1_General_BIN2 <> (@p4 + N'.') collate Latin1_General_BIN2 then case when 1 = 1 then 1 when not (1 = 1) then 0 end else 0 end = 1)));
if @n1 < 1 throw 50100, @p5, 1;
if @n1 > 0 throw 50101, @p5, 1;
end;
if @n0 > 0 begin
if (not exists (
  select 1
  from [dbo].[orders] as [1]
  where [1].[id] = cast(@p6 as int)
) or exists (
  select 1
  from [dbo].[orders] as [1]
  where [1].[id] = cast(@p6 as int) and case when ([1].[status] + N'.') collate Latin1_General_BIN2 <> (@p7 + N'.') collate Latin1_General_BIN2 then 1 else 0 end = 0
)) throw 50102, @p5, 1;
set @v0 = (
  select top (1) [1].[comment] as [comment], json_query((
    select [2].[name] as [name]
    from [dbo].[customers] as [2]
    where [2].[id] = [1].[customer_id]
    for json path, include_null_values, without_array_wrapper
  )) as [customer]
  from [dbo].[orders] as [1]
  where [1].[id] = cast(@p6 as int)
  for json path, include_null_values, without_array_wrapper
);
end;
commit transaction;
select cast(@n0 as nvarchar(20)), cast(@n1 as nvarchar(20)), @v0
-- ["Call first","2","DELIVERED","2","DELIVERED","sentinel of refused","2","DELIVERED"]
