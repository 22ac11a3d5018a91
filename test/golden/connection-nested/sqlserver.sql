select isnull((
  select top (2) [1].[id] as [id], json_query((
    select (
      select count_big(*)
      from [dbo].[orders] as [3]
      where [3].[customer_id] = [1].[id]
    ) as [totalCount], cast(case when count_big(*) > 1 then 1 else 0 end as bit) as [hasNextPage], json_query(max(case when r.n = case when r.c < 1 then r.c else 1 end then r.k end)) as [endCursor], json_query(isnull(N'[' + string_agg(case when r.n <= 1 then r.j0 end, N',') within group (order by r.n) + N']', N'[]')) as [items]
    from (
      select p.*, count(*) over () as c from (
        select top (2) (
          select [2].[id] as [id], stuff(convert(nvarchar(19), cast([2].[placed_at] as datetime2(7)), 120), 11, 1, N'T') + isnull(stuff(replace(rtrim(replace(replace(substring(convert(nvarchar(27), cast([2].[placed_at] as datetime2(7)), 121), 20, 8), N'0', N' '), N'.', N' ')), N' ', N'0'), 1, 1, N'.'), N'') + N'+00:00' as [placed_at]
          for json path, include_null_values, without_array_wrapper
        ) as j0, N'["' + @p0 + N'",' + (
          select json_query((
            select N'dCnQjmqdeo' as [0], convert(nvarchar(40), [2].[placed_at], 121) as [1], convert(nvarchar(11), [2].[id]) as [2]
            for json path, include_null_values, without_array_wrapper
          )) as [values]
          for json path, include_null_values, without_array_wrapper
        ) + N',"' + @p0 + N'"]' as k, row_number() over (order by [2].[placed_at] desc, [2].[id]) as n
        from [dbo].[orders] as [2]
        where [2].[customer_id] = [1].[id]
        order by [2].[placed_at] desc, [2].[id]
      ) as p
    ) as r
    for json path, include_null_values, without_array_wrapper
  )) as [orders_connection]
  from [dbo].[customers] as [1]
  order by [1].[id]
  for json path, include_null_values
), N'[]') as [0]
-- ["sentinel of mark"]
