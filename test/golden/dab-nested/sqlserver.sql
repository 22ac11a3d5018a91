select (
  select top (1) [1].[name] as [name], json_query((
    select convert(nvarchar(10), [2].[hired_on], 23) + N'T00:00:00+00:00' as [hired_on]
    from [dbo].[employees] as [2]
    where [2].[id] = [1].[account_manager_id]
    for json path, include_null_values, without_array_wrapper
  )) as [accountManager], json_query((
    select json_query(isnull(N'[' + string_agg(case when r.n <= 2 then r.j0 end, N',') within group (order by r.n) + N']', N'[]')) as [items], cast(case when count_big(*) > 2 then 1 else 0 end as bit) as [hasNextPage]
    from (
      select top (3) (
        select [3].[id] as [id], json_query((
          select json_query(isnull(N'[' + string_agg(case when r.n <= 1 then r.j0 end, N',') within group (order by r.n) + N']', N'[]')) as [items], json_query(case when count_big(*) > 1 then max(case when r.n = case when r.c < 1 then r.c else 1 end then r.k end) end) as [endCursor]
          from (
            select p.*, count(*) over () as c from (
              select top (2) (
                select json_query((
                  select [5].[name] as [name]
                  from [dbo].[products] as [5]
                  where [5].[id] = [4].[product_id]
                  for json path, include_null_values, without_array_wrapper
                )) as [product]
                for json path, include_null_values, without_array_wrapper
              ) as j0, N'["' + @p0 + N'",' + (
                select json_query((
                  select N'-3KaqdWuGv' as [0], convert(nvarchar(11), [4].[order_id]) as [1], convert(nvarchar(11), [4].[line_no]) as [2]
                  for json path, include_null_values, without_array_wrapper
                )) as [values]
                for json path, include_null_values, without_array_wrapper
              ) + N',"' + @p0 + N'"]' as k, row_number() over (order by [4].[order_id], [4].[line_no]) as n
              from [dbo].[order_details] as [4]
              where [4].[order_id] = [3].[id]
              order by [4].[order_id], [4].[line_no]
            ) as p
          ) as r
          for json path, include_null_values, without_array_wrapper
        )) as [orderDetails]
        for json path, include_null_values, without_array_wrapper
      ) as j0, row_number() over (order by [3].[placed_at] desc, [3].[id]) as n
      from [dbo].[orders] as [3]
      where [3].[customer_id] = [1].[id]
      order by [3].[placed_at] desc, [3].[id]
    ) as r
    for json path, include_null_values, without_array_wrapper
  )) as [orders]
  from [dbo].[customers] as [1]
  where [1].[id] = cast(@p1 as int)
  for json path, include_null_values, without_array_wrapper
) as [0]
-- ["sentinel of mark","3"]
