select isnull((
  select top (2) json_query((
    select cast(case when count_big(*) > 1 then 1 else 0 end as bit) as [aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_more], (
      select count_big(*)
      from [dbo].[orders] as [3]
      where [3].[customer_id] = [1].[id]
    ) as [aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_count], json_query(isnull(N'[' + string_agg(case when r.n <= 1 then r.j0 end, N',') within group (order by r.n) + N']', N'[]')) as [plain], json_query(isnull(N'[' + string_agg(case when r.n <= 1 then r.j1 end, N',') within group (order by r.n) + N']', N'[]')) as [items]
    from (
      select top (2) (
        select [2].[total] as [total]
        for json path, include_null_values, without_array_wrapper
      ) as j0, (
        select [2].[id] as [bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb]
        for json path, include_null_values, without_array_wrapper
      ) as j1, row_number() over (order by [2].[id]) as n
      from [dbo].[orders] as [2]
      where [2].[customer_id] = [1].[id]
      order by [2].[id]
    ) as r
    for json path, include_null_values, without_array_wrapper
  )) as [orders_connection]
  from [dbo].[customers] as [1]
  order by [1].[id]
  for json path, include_null_values
), N'[]') as [0]
-- []
