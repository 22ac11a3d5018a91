select (
  select cast(case when exists (select 1 from [dbo].[orders] as [2]) then 1 else 0 end as bit) as [hasPreviousPage], cast(case when count_big(*) > 2 then 1 else 0 end as bit) as [hasNextPage], json_query(isnull(N'[' + string_agg(case when r.n <= 2 then r.j0 end, N',') within group (order by r.n) + N']', N'[]')) as [items]
  from (
    select (
      select [1].[id] as [id]
      for json path, include_null_values, without_array_wrapper
    ) as j0, row_number() over (order by [1].[id]) - 4 as n
    from [dbo].[orders] as [1]
    order by [1].[id]
    offset 4 rows fetch next 3 rows only
  ) as r
  for json path, include_null_values, without_array_wrapper
) as [0]
-- []
