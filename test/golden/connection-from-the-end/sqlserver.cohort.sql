select [m].[n], [d].[h], case when [m].[h] collate Latin1_General_BIN2 = [d].[h] then null else [r].[v0] end as [v0] from openjson(@p0) with ([n] int '$.n', [h] varchar(64) '$.h') as [m] outer apply (
  select (
    select cast(case when 1 = 0 then 1 else 0 end as bit) as [hasNextPage], cast(case when count_big(*) > 2 then 1 else 0 end as bit) as [hasPreviousPage], json_query(isnull(N'[' + string_agg(case when r.n <= 2 then r.j0 end, N',') within group (order by r.n desc) + N']', N'[]')) as [a], json_query(isnull(N'[' + string_agg(case when r.n <= 2 then r.j1 end, N',') within group (order by r.n desc) + N']', N'[]')) as [b]
    from (
      select top (3) (
        select [1].[id] as [id]
        for json path, include_null_values, without_array_wrapper
      ) as j0, (
        select [1].[total] as [total]
        for json path, include_null_values, without_array_wrapper
      ) as j1, row_number() over (order by [1].[id] desc) as n
      from [dbo].[orders] as [1]
      order by [1].[id] desc
    ) as r
    for json path, include_null_values, without_array_wrapper
  ) as [0]
) as [r] ([v0]) cross apply (
  select convert(varchar(64), hashbytes('SHA2_256', cast(isnull(cast([r].[v0] as nvarchar(max)), N'n') as varbinary(max))), 2) as [h]
) as [d]
