-- write 0; if write 0 changed a row
set xact_abort on; set nocount on; declare @n0 int, @v0 nvarchar(max);
begin transaction;
declare @w0 table (n int, k0 int);
update [1]
set [website] = @p0 output inserted.[id] into @w0 (k0)
from [dbo].[suppliers] as [1]
where ([1].[country] = cast(@p1 as nvarchar(4000)) and ([1].[country] + N'.') collate Latin1_General_BIN2 = (@p1 + N'.') collate Latin1_General_BIN2);
set @n0 = @@rowcount;
if @n0 > 0 begin
set @v0 = isnull((
  select top (1000) [1].[name] as [name], [1].[website] as [website], json_query(isnull((
    select top (1) [2].[name] as [name]
    from [dbo].[products] as [2]
    where exists (
      select 1
      from [dbo].[product_suppliers] as [3]
      where [3].[supplier_id] = [1].[id] and [3].[product_id] = [2].[id]
    )
    order by [2].[id]
    for json path, include_null_values
  ), N'[]')) as [products]
  from @w0 as w join [dbo].[suppliers] as [1] on [1].[id] = w.k0
  order by [1].[id]
  for json path, include_null_values
), N'[]');
end;
commit transaction;
select cast(@n0 as nvarchar(20)), @v0
-- [null,"DE"]
