select isnull((
  select top (2) [1].[id] as [id], [1].[name] as [aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_one], [1].[price] as [aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_two], json_query((
    select [2].[name] as [bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb]
    from [dbo].[categories] as [2]
    where [2].[id] = [1].[category_id]
    for json path, include_null_values, without_array_wrapper
  )) as [category]
  from [dbo].[products] as [1]
  order by [1].[id]
  for json path, include_null_values
), N'[]') as [0]
-- []
