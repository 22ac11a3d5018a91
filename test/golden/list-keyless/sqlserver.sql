select isnull((
  select [1].[country] as [country], [1].[revenue] as [revenue]
  from [dbo].[sales] as [1]
  order by case when [1].[month] is null then 1 else 0 end, [1].[month], case when [1].[country] is null then 1 else 0 end, [1].[country], case when [1].[orders] is null then 1 else 0 end, [1].[orders], case when [1].[quantity] is null then 1 else 0 end, [1].[quantity], case when [1].[revenue] is null then 1 else 0 end, [1].[revenue]
  offset 1 rows fetch next 3 rows only
  for json path, include_null_values
), N'[]') as [0], (
  select cast(case when count_big(*) > 2 then 1 else 0 end as bit) as [hasNextPage], json_query(isnull(N'[' + string_agg(case when r.n <= 2 then r.j0 end, N',') within group (order by r.n) + N']', N'[]')) as [items]
  from (
    select top (3) (
      select convert(nvarchar(10), [2].[month], 23) as [month], [2].[country] as [country]
      for json path, include_null_values, without_array_wrapper
    ) as j0, row_number() over (order by case when [2].[month] is null then 1 else 0 end, [2].[month], case when [2].[country] is null then 1 else 0 end, [2].[country], case when [2].[orders] is null then 1 else 0 end, [2].[orders], case when [2].[quantity] is null then 1 else 0 end, [2].[quantity], case when [2].[revenue] is null then 1 else 0 end, [2].[revenue]) as n
    from [dbo].[sales] as [2]
    order by case when [2].[month] is null then 1 else 0 end, [2].[month], case when [2].[country] is null then 1 else 0 end, [2].[country], case when [2].[orders] is null then 1 else 0 end, [2].[orders], case when [2].[quantity] is null then 1 else 0 end, [2].[quantity], case when [2].[revenue] is null then 1 else 0 end, [2].[revenue]
  ) as r
  for json path, include_null_values, without_array_wrapper
) as [1]
-- []
