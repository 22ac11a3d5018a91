select (
  select json_query(isnull((
    select top (1) json_query((
      select json_query((
        select N'ProductGroupByValues' as [__typename], lower(convert(nvarchar(36), [3].[a0])) as [sku], [3].[a1] as [name], [3].[a2] as [price], [3].[a3] as [stock], [3].[a4] as [discontinued], json_query(N'["' + @p0 + N'",' + convert(nvarchar(40), [3].[a5], 3) + N']') as [weight], json_query(N'["' + @p0 + N'",0,' + convert(nvarchar(40), [3].[a6], 3) + N']') as [rating], [3].[a7] as [barcode], [3].[a8] as [thumbnail], convert(nvarchar(10), [3].[a9], 23) as [available_from], convert(nvarchar(8), [3].[a10], 108) + isnull(stuff(replace(rtrim(replace(replace(substring(convert(nvarchar(16), cast([3].[a10] as time(7)), 121), 9, 8), N'0', N' '), N'.', N' ')), N' ', N'0'), 1, 1, N'.'), N'') as [pickup_from], [3].[a11] as [warranty], stuff(convert(nvarchar(19), cast([3].[a12] as datetime2(7)), 120), 11, 1, N'T') + isnull(stuff(replace(rtrim(replace(replace(substring(convert(nvarchar(27), cast([3].[a12] as datetime2(7)), 121), 20, 8), N'0', N' '), N'.', N' ')), N' ', N'0'), 1, 1, N'.'), N'') + N'+00:00' as [created_at]
        for json path, include_null_values, without_array_wrapper
      )) as [minimum], json_query((
        select N'ProductGroupByValues' as [__typename], lower(convert(nvarchar(36), [3].[a13])) as [sku], [3].[a14] as [name], [3].[a15] as [price], [3].[a16] as [stock], [3].[a17] as [discontinued], json_query(N'["' + @p0 + N'",' + convert(nvarchar(40), [3].[a18], 3) + N']') as [weight], json_query(N'["' + @p0 + N'",0,' + convert(nvarchar(40), [3].[a19], 3) + N']') as [rating], [3].[a20] as [barcode], [3].[a21] as [thumbnail], convert(nvarchar(10), [3].[a22], 23) as [available_from], convert(nvarchar(8), [3].[a23], 108) + isnull(stuff(replace(rtrim(replace(replace(substring(convert(nvarchar(16), cast([3].[a23] as time(7)), 121), 9, 8), N'0', N' '), N'.', N' ')), N' ', N'0'), 1, 1, N'.'), N'') as [pickup_from], [3].[a24] as [warranty], stuff(convert(nvarchar(19), cast([3].[a25] as datetime2(7)), 120), 11, 1, N'T') + isnull(stuff(replace(rtrim(replace(replace(substring(convert(nvarchar(27), cast([3].[a25] as datetime2(7)), 121), 20, 8), N'0', N' '), N'.', N' ')), N' ', N'0'), 1, 1, N'.'), N'') + N'+00:00' as [created_at]
        for json path, include_null_values, without_array_wrapper
      )) as [maximum], [3].[a26] as [warranties], [3].[a27] as [thumbnails], [3].[a28] as [discontinued]
      for json path, include_null_values, without_array_wrapper
    )) as [aggregations]
    from (
      select min([2].[sku]) as [a0], min([2].[name] collate Latin1_General_BIN2) as [a1], min([2].[price]) as [a2], min([2].[stock]) as [a3], cast(min(cast([2].[discontinued] as tinyint)) as bit) as [a4], min([2].[weight]) as [a5], min([2].[rating]) as [a6], min([2].[barcode]) as [a7], convert(varbinary(max), min(convert(varchar(max), [2].[thumbnail], 2)), 2) as [a8], min([2].[available_from]) as [a9], min([2].[pickup_from]) as [a10], min([2].[warranty] collate Latin1_General_BIN2) as [a11], min([2].[created_at]) as [a12], max([2].[sku]) as [a13], max([2].[name] collate Latin1_General_BIN2) as [a14], max([2].[price]) as [a15], max([2].[stock]) as [a16], cast(max(cast([2].[discontinued] as tinyint)) as bit) as [a17], max([2].[weight]) as [a18], max([2].[rating]) as [a19], max([2].[barcode]) as [a20], convert(varbinary(max), max(convert(varchar(max), [2].[thumbnail], 2)), 2) as [a21], max([2].[available_from]) as [a22], max([2].[pickup_from]) as [a23], max([2].[warranty] collate Latin1_General_BIN2) as [a24], max([2].[created_at]) as [a25], count_big(distinct ([2].[warranty] + N'.') collate Latin1_General_BIN2) as [a26], count_big(distinct convert(varchar(max), [2].[thumbnail], 2)) as [a27], count_big(distinct [2].[discontinued]) as [a28]
      from [dbo].[products] as [2]
    ) as [3]
    for json path, include_null_values
  ), N'[]')) as [groupBy], json_query(isnull((
    select top (3) json_query((
      select [5].[f0] as [warranty], convert(nvarchar(8), [5].[f1], 108) + isnull(stuff(replace(rtrim(replace(replace(substring(convert(nvarchar(16), cast([5].[f1] as time(7)), 121), 9, 8), N'0', N' '), N'.', N' ')), N' ', N'0'), 1, 1, N'.'), N'') as [pickup_from], convert(nvarchar(10), [5].[f2], 23) as [available_from]
      for json path, include_null_values, without_array_wrapper
    )) as [fields]
    from (
      select min([4].[warranty]) as [f0], [4].[pickup_from] as [f1], [4].[available_from] as [f2]
      from [dbo].[products] as [4]
      group by ([4].[warranty] + N'.') collate Latin1_General_BIN2, [4].[pickup_from], [4].[available_from]
    ) as [5]
    order by [5].[f0] desc, ([5].[f0] + N'.') collate Latin1_General_BIN2 desc, case when [5].[f1] is null then 1 else 0 end, [5].[f1], case when [5].[f2] is null then 1 else 0 end, [5].[f2]
    for json path, include_null_values
  ), N'[]')) as [warranty], json_query(isnull((
    select top (4) json_query((
      select json_query(N'["' + @p0 + N'",' + convert(nvarchar(40), [7].[f0], 3) + N']') as [weight], json_query(N'["' + @p0 + N'",0,' + convert(nvarchar(40), [7].[f1], 3) + N']') as [rating]
      for json path, include_null_values, without_array_wrapper
    )) as [fields], json_query((
      select json_query(N'["' + @p0 + N'",' + convert(nvarchar(40), [7].[a0], 3) + N']') as [weight], json_query(N'["' + @p0 + N'",' + convert(nvarchar(40), [7].[a1], 3) + N']') as [mean], json_query(N'["' + @p0 + N'",0,' + convert(nvarchar(40), [7].[a2], 3) + N']') as [rating], json_query(N'["' + @p0 + N'",' + convert(nvarchar(40), [7].[a3], 3) + N']') as [sum]
      for json path, include_null_values, without_array_wrapper
    )) as [aggregations]
    from (
      select [6].[weight] + 0 as [f0], [6].[rating] + 0 as [f1], max([6].[weight]) as [a0], case when count_big([6].[weight]) = 0 then null when count_big(case when abs([6].[weight]) >= 0 and abs([6].[weight]) < 1e15 and cast(try_cast([6].[weight] as decimal(38,15)) as float) = [6].[weight] then try_cast([6].[weight] as decimal(38,15)) end) + count_big(case when abs([6].[weight]) >= 1e15 and abs([6].[weight]) < 1e28 and cast(try_cast([6].[weight] as decimal(38,0)) as float) = [6].[weight] then try_cast([6].[weight] as decimal(38,0)) end) = count_big([6].[weight]) then isnull(cast(sum(case when abs([6].[weight]) >= 0 and abs([6].[weight]) < 1e15 and cast(try_cast([6].[weight] as decimal(38,15)) as float) = [6].[weight] then try_cast([6].[weight] as decimal(38,15)) end) as float), 0) + isnull(cast(sum(case when abs([6].[weight]) >= 1e15 and abs([6].[weight]) < 1e28 and cast(try_cast([6].[weight] as decimal(38,0)) as float) = [6].[weight] then try_cast([6].[weight] as decimal(38,0)) end) as float), 0) else sum(cast([6].[weight] as float)) end / nullif(count_big([6].[weight]), 0) as [a1], min([6].[rating]) as [a2], case when count_big(cast([6].[rating] as float)) = 0 then null when count_big(case when abs(cast([6].[rating] as float)) >= 0 and abs(cast([6].[rating] as float)) < 1e15 and cast(try_cast(cast([6].[rating] as float) as decimal(38,15)) as float) = cast([6].[rating] as float) then try_cast(cast([6].[rating] as float) as decimal(38,15)) end) + count_big(case when abs(cast([6].[rating] as float)) >= 1e15 and abs(cast([6].[rating] as float)) < 1e28 and cast(try_cast(cast([6].[rating] as float) as decimal(38,0)) as float) = cast([6].[rating] as float) then try_cast(cast([6].[rating] as float) as decimal(38,0)) end) = count_big(cast([6].[rating] as float)) then isnull(cast(sum(case when abs(cast([6].[rating] as float)) >= 0 and abs(cast([6].[rating] as float)) < 1e15 and cast(try_cast(cast([6].[rating] as float) as decimal(38,15)) as float) = cast([6].[rating] as float) then try_cast(cast([6].[rating] as float) as decimal(38,15)) end) as float), 0) + isnull(cast(sum(case when abs(cast([6].[rating] as float)) >= 1e15 and abs(cast([6].[rating] as float)) < 1e28 and cast(try_cast(cast([6].[rating] as float) as decimal(38,0)) as float) = cast([6].[rating] as float) then try_cast(cast([6].[rating] as float) as decimal(38,0)) end) as float), 0) else sum(cast(cast([6].[rating] as float) as float)) end as [a3]
      from [dbo].[products] as [6]
      group by [6].[weight], [6].[rating]
      having max([6].[weight]) > cast(@p1 as float)
    ) as [7]
    order by case when [7].[f0] is null then 0 else 1 end, [7].[f0] desc, case when [7].[f1] is null then 1 else 0 end, [7].[f1]
    for json path, include_null_values
  ), N'[]')) as [weight], json_query(isnull((
    select top (2) json_query((
      select lower(convert(nvarchar(36), [9].[f0])) as [sku], [9].[f1] as [thumbnail], stuff(convert(nvarchar(19), cast([9].[f2] as datetime2(7)), 120), 11, 1, N'T') + isnull(stuff(replace(rtrim(replace(replace(substring(convert(nvarchar(27), cast([9].[f2] as datetime2(7)), 121), 20, 8), N'0', N' '), N'.', N' ')), N' ', N'0'), 1, 1, N'.'), N'') + N'+00:00' as [created_at]
      for json path, include_null_values, without_array_wrapper
    )) as [fields]
    from (
      select [8].[sku] as [f0], convert(varbinary(max), min(convert(varchar(max), [8].[thumbnail], 2)), 2) as [f1], [8].[created_at] as [f2]
      from [dbo].[products] as [8]
      group by [8].[sku], convert(varchar(max), [8].[thumbnail], 2), [8].[created_at]
    ) as [9]
    order by [9].[f0], case when [9].[f1] is null then 1 else 0 end, [9].[f1], convert(varchar(max), [9].[f1], 2), [9].[f2]
    for json path, include_null_values
  ), N'[]')) as [identity]
  for json path, include_null_values, without_array_wrapper
) as [0]
-- ["sentinel of mark","100000000000000000000"]
