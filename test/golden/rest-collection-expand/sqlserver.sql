select isnull(N'[' + string_agg(case when r.n <= 2 then r.j0 end, N',') within group (order by r.n) + N']', N'[]') as v0, case when count_big(*) > 2 then N'true' else N'false' end as v1, cast(max(case when r.n = case when r.c < 2 then r.c else 2 end then r.k end) as nvarchar(max)) as v2
from (
  select p.*, count(*) over () as c from (
    select top (3) (
      select [1].[id] as [id], [1].[name] as [name], json_query(isnull((
        select top (1) [2].[reference] as [reference], [2].[total] as [total]
        from [dbo].[orders] as [2]
        where [2].[customer_id] = [1].[id] and ([2].[status] = cast(@p0 as nvarchar(4000)) and ([2].[status] + N'.') collate Latin1_General_BIN2 = (@p0 + N'.') collate Latin1_General_BIN2)
        order by [2].[total] desc, [2].[id]
        for json path, include_null_values
      ), N'[]')) as [orders], json_query((
        select (
          select count_big(*)
          from [dbo].[orders] as [4]
          where [4].[customer_id] = [1].[id] and ([4].[status] = cast(@p1 as nvarchar(4000)) and ([4].[status] + N'.') collate Latin1_General_BIN2 = (@p1 + N'.') collate Latin1_General_BIN2)
        ) as [totalCount]
        for json path, include_null_values, without_array_wrapper
      )) as [orders_connection], json_query((
        select [5].[last_name] as [last_name]
        from [dbo].[employees] as [5]
        where [5].[id] = [1].[account_manager_id]
        for json path, include_null_values, without_array_wrapper
      )) as [accountManager]
      for json path, include_null_values, without_array_wrapper
    ) as j0, N'["' + @p2 + N'",' + (
      select json_query((
        select N'_ZqAgR9ueA' as [0], convert(nvarchar(11), [1].[id]) as [1]
        for json path, include_null_values, without_array_wrapper
      )) as [values]
      for json path, include_null_values, without_array_wrapper
    ) + N',"' + @p2 + N'"]' as k, row_number() over (order by [1].[id]) as n
    from [dbo].[customers] as [1]
    where ([1].[country] = cast(@p3 as nvarchar(4000)) and ([1].[country] + N'.') collate Latin1_General_BIN2 = (@p3 + N'.') collate Latin1_General_BIN2)
    order by [1].[id]
  ) as p
) as r
-- ["SHIPPED","SHIPPED","sentinel of mark","NL"]
