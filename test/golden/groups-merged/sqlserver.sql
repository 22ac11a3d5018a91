select (
  select json_query(isnull((
    select top (2) N'OrderGroupBy' as [__typename], json_query((
      select N'OrderGroupByFields' as [t], [3].[f0] as [select], [3].[f0] as [status]
      for json path, include_null_values, without_array_wrapper
    )) as [averyveryveryveryveryveryveryveryveryveryveryveryveryverylongresponsekey], json_query((
      select N'OrderAggregations' as [__typename], [3].[a0] as [averyveryveryveryveryveryveryveryveryveryveryveryveryverylongresponsekeybut], [3].[a1] as [more]
      for json path, include_null_values, without_array_wrapper
    )) as [aggregations]
    from (
      select min([2].[status]) as [f0], count_big(*) as [a0], sum([2].[total]) as [a1]
      from [dbo].[orders] as [2]
      group by ([2].[status] + N'.') collate Latin1_General_BIN2
    ) as [3]
    order by [3].[f0], ([3].[f0] + N'.') collate Latin1_General_BIN2
    for json path, include_null_values
  ), N'[]')) as [groups]
  for json path, include_null_values, without_array_wrapper
) as [0]
-- []
