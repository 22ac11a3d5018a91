select (
  select (
    select count_big(*)
    from [dbo].[orders] as [2]
    where ([2].[status] = cast(@p0 as nvarchar(4000)) and ([2].[status] + N'.') collate Latin1_General_BIN2 = (@p0 + N'.') collate Latin1_General_BIN2)
  ) as [totalCount], cast(case when count_big(*) > 2 then 1 else 0 end as bit) as [hasNextPage], cast(case when 1 = 0 then 1 else 0 end as bit) as [hasPreviousPage], json_query(max(case when r.n = 1 then r.k end)) as [startCursor], json_query(max(case when r.n = case when r.c < 2 then r.c else 2 end then r.k end)) as [endCursor], json_query(isnull(N'[' + string_agg(case when r.n <= 2 then r.j0 end, N',') within group (order by r.n) + N']', N'[]')) as [items]
  from (
    select p.*, count(*) over () as c from (
      select top (3) (
        select [1].[id] as [id], [1].[total] as [total]
        for json path, include_null_values, without_array_wrapper
      ) as j0, N'["' + @p1 + N'",' + (
        select json_query((
          select N'0bVuVComUT' as [0], convert(nvarchar(41), [1].[total]) as [1], convert(nvarchar(11), [1].[id]) as [2]
          for json path, include_null_values, without_array_wrapper
        )) as [values]
        for json path, include_null_values, without_array_wrapper
      ) + N',"' + @p1 + N'"]' as k, row_number() over (order by [1].[total] desc, [1].[id]) as n
      from [dbo].[orders] as [1]
      where ([1].[status] = cast(@p0 as nvarchar(4000)) and ([1].[status] + N'.') collate Latin1_General_BIN2 = (@p0 + N'.') collate Latin1_General_BIN2)
      order by [1].[total] desc, [1].[id]
    ) as p
  ) as r
  for json path, include_null_values, without_array_wrapper
) as [0]
-- ["PAID","sentinel of mark"]
