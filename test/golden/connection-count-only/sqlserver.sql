select (
  select (
    select count_big(*)
    from [dbo].[orders] as [2]
    where [2].[gift] = cast(@p0 as bit)
  ) as [totalCount], N'OrderConnection' as [__typename]
  for json path, include_null_values, without_array_wrapper
) as [0]
-- ["1"]
