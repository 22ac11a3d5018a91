select [m].[n], [d].[h], case when [m].[h] collate Latin1_General_BIN2 = [d].[h] then null else [r].[v0] end as [v0] from openjson(@p0) with ([n] int '$.n', [h] varchar(64) '$.h', [p0] nvarchar(max) '$.p0') as [m] outer apply (
  select (
    select (
      select count_big(*)
      from [dbo].[orders] as [2]
      where ([2].[status] + N'.') collate Latin1_General_BIN2 <> (cast(cast([m].[p0] as varbinary(max)) as nvarchar(max)) + N'.') collate Latin1_General_BIN2
    ) as [totalCount], json_query(isnull((
      select top (4) json_query((
        select [4].[f0] as [status], [4].[f1] as [gift]
        for json path, include_null_values, without_array_wrapper
      )) as [fields], json_query((
        select [4].[a0] as [count], [4].[a1] as [known], [4].[a2] as [employees], [4].[a3] as [sum], [4].[a4] as [cheapest], [4].[a5] as [avg], [4].[a6] as [distinctSum], json_query((
          select stuff(convert(nvarchar(19), cast([4].[a7] as datetime2(7)), 120), 11, 1, N'T') + isnull(stuff(replace(rtrim(replace(replace(substring(convert(nvarchar(27), cast([4].[a7] as datetime2(7)), 121), 20, 8), N'0', N' '), N'.', N' ')), N' ', N'0'), 1, 1, N'.'), N'') + N'+00:00' as [placed_at]
          for json path, include_null_values, without_array_wrapper
        )) as [minimum], json_query((
          select stuff(convert(nvarchar(19), cast([4].[a8] as datetime2(7)), 120), 11, 1, N'T') + isnull(stuff(replace(rtrim(replace(replace(substring(convert(nvarchar(27), cast([4].[a8] as datetime2(7)), 121), 20, 8), N'0', N' '), N'.', N' ')), N' ', N'0'), 1, 1, N'.'), N'') + N'+00:00' as [placed_at], stuff(convert(nvarchar(19), cast([4].[a9] as datetime2(7)), 120), 11, 1, N'T') + isnull(stuff(replace(rtrim(replace(replace(substring(convert(nvarchar(27), cast([4].[a9] as datetime2(7)), 121), 20, 8), N'0', N' '), N'.', N' ')), N' ', N'0'), 1, 1, N'.'), N'') + N'+00:00' as [shipped_at], [4].[a10] as [reference], [4].[a11] as [status]
          for json path, include_null_values, without_array_wrapper
        )) as [maximum]
        for json path, include_null_values, without_array_wrapper
      )) as [aggregations]
      from (
        select min([3].[status]) as [f0], [3].[gift] as [f1], count_big(*) as [a0], count_big([3].[employee_id]) as [a1], count_big(distinct [3].[employee_id]) as [a2], sum([3].[total]) as [a3], min([3].[total]) as [a4], cast(avg(cast([3].[priority] as decimal(38,17))) as decimal(38,16)) as [a5], sum(distinct cast([3].[priority] as decimal(38,0))) as [a6], min([3].[placed_at]) as [a7], max([3].[placed_at]) as [a8], max([3].[shipped_at]) as [a9], max([3].[reference] collate Latin1_General_BIN2) as [a10], max([3].[status] collate Latin1_General_BIN2) as [a11]
        from [dbo].[orders] as [3]
        where ([3].[status] + N'.') collate Latin1_General_BIN2 <> (cast(cast([m].[p0] as varbinary(max)) as nvarchar(max)) + N'.') collate Latin1_General_BIN2
        group by ([3].[status] + N'.') collate Latin1_General_BIN2, [3].[gift]
      ) as [4]
      order by [4].[f0], ([4].[f0] + N'.') collate Latin1_General_BIN2, [4].[f1]
      for json path, include_null_values
    ), N'[]')) as [groupBy]
    for json path, include_null_values, without_array_wrapper
  ) as [0]
) as [r] ([v0]) cross apply (
  select convert(varchar(64), hashbytes('SHA2_256', cast(isnull(cast([r].[v0] as nvarchar(max)), N'n') as varbinary(max))), 2) as [h]
) as [d]
