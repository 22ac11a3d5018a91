select (
  select json_query(isnull((
    select top (100) json_query((
      select [3].[f0] as [customer_id]
      for json path, include_null_values, without_array_wrapper
    )) as [fields], json_query((
      select [3].[a0] as [count], [3].[a1] as [sum]
      for json path, include_null_values, without_array_wrapper
    )) as [aggregations]
    from (
      select [2].[customer_id] as [f0], count_big(*) as [a0], sum([2].[total]) as [a1]
      from [dbo].[orders] as [2]
      group by [2].[customer_id]
      having ((count_big(*) >= cast(@p0 as int) and (sum([2].[total]) > cast(@p1 as decimal(38,18)) or (max([2].[placed_at]) >= cast(@p2 as datetime2(7)) and count_big(distinct ([2].[status] + N'.') collate Latin1_General_BIN2) >= cast(@p3 as int))) and not ((count_big([2].[shipped_at]) = cast(@p4 as int) and cast(avg(cast([2].[priority] as decimal(38,17))) as decimal(38,16)) is null))) and sum([2].[total]) < cast(@p5 as decimal(38,18)))
    ) as [3]
    order by [3].[f0]
    for json path, include_null_values
  ), N'[]')) as [groupBy]
  for json path, include_null_values, without_array_wrapper
) as [0], (
  select json_query(isnull((
    select top (3) json_query((
      select [6].[f0] as [product_id]
      for json path, include_null_values, without_array_wrapper
    )) as [fields], json_query((
      select [6].[a0] as [count], [6].[a1] as [quantity]
      for json path, include_null_values, without_array_wrapper
    )) as [aggregations]
    from (
      select [5].[product_id] as [f0], count_big(*) as [a0], sum(distinct cast([5].[quantity] as decimal(38,0))) as [a1]
      from [dbo].[order_details] as [5]
      group by [5].[product_id]
      having ((lower(min([5].[note] collate Latin1_General_BIN2) collate SQL_Latin1_General_CP1_CI_AS) collate Latin1_General_BIN2 like lower(@p6 collate SQL_Latin1_General_CP1_CI_AS) collate Latin1_General_BIN2 and cast(avg(distinct cast([5].[discount] as decimal(38,17))) as decimal(38,16)) <> cast(@p7 as decimal(38,18))) and count_big(*) in (select cast(v.[value] as int) from openjson(@p8) as v) and not (sum(distinct cast([5].[quantity] as decimal(38,0))) in (select cast(v.[value] as decimal(38,18)) from openjson(@p9) as v)))
    ) as [6]
    order by [6].[f0]
    for json path, include_null_values
  ), N'[]')) as [groupBy]
  for json path, include_null_values, without_array_wrapper
) as [1]
-- ["6","30000","2024-12-20T00:00:00","3","0","60000.5","%a%","0.1","[\"2\",\"3\",\"4\"]","[\"1.5\",\"12\"]"]
