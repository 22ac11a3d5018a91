select isnull(N'[' + string_agg(case when r.n <= 2 then r.j0 end, N',') within group (order by r.n) + N']', N'[]') as v0, case when count_big(*) > 2 then N'true' else N'false' end as v1, cast(max(case when r.n = case when r.c < 2 then r.c else 2 end then r.k end) as nvarchar(max)) as v2
from (
  select p.*, count(*) over () as c from (
    select top (3) (
      select [1].[id] as [id], [1].[name] as [name]
      for json path, include_null_values, without_array_wrapper
    ) as j0, N'["' + @p0 + N'",' + (
      select json_query((
        select N'_ZqAgR9ueA' as [0], convert(nvarchar(11), [1].[id]) as [1]
        for json path, include_null_values, without_array_wrapper
      )) as [values]
      for json path, include_null_values, without_array_wrapper
    ) + N',"' + @p0 + N'"]' as k, row_number() over (order by [1].[id]) as n
    from [dbo].[customers] as [1]
    where (exists (
      select 1
      from [dbo].[employees] as [2]
      where [2].[id] = [1].[account_manager_id] and exists (
        select 1
        from [dbo].[employees] as [3]
        where [3].[id] = [2].[manager_id] and ([3].[last_name] = cast(@p1 as nvarchar(4000)) and ([3].[last_name] + N'.') collate Latin1_General_BIN2 = (@p1 + N'.') collate Latin1_General_BIN2)
      )
    ) and exists (
      select 1
      from [dbo].[orders] as [4]
      where [4].[customer_id] = [1].[id] and ([4].[total] > cast(@p2 as decimal(38,28)) and not exists (
        select 1
        from [dbo].[order_details] as [5]
        where [5].[order_id] = [4].[id] and case when ([5].[quantity] >= cast(@p3 as bigint) and [5].[unit_price] < [4].[total]) then 1 else 0 end = 0
      ))
    ))
    order by [1].[id]
  ) as p
) as r
-- ["sentinel of mark","Peeters","5000","2"]
