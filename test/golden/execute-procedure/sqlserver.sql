-- write 0
set xact_abort on; set nocount on; declare @v0 nvarchar(max);
begin transaction;
declare @a1_0 int = cast(@p0 as int); declare @a1_1 int = cast(@p1 as int); declare @a1_2 int = null; set xact_abort off; begin try begin transaction; exec [dbo].[restock] @product_id = @a1_0, @amount = @a1_1, @stock = @a1_2 output; commit transaction; end try begin catch if @@trancount > 0 rollback transaction; throw; end catch; set xact_abort on;
set @v0 = isnull((
  select top (1000) N'Restock' as [__typename], [1].[stock] as [now]
  from (select @a1_2 as [stock]) as [1]
  for json path, include_null_values
), N'[]');
commit transaction;
select @v0
-- ["3","5"]
