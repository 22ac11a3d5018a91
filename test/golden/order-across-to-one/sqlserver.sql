select isnull((
  select top (3) [1].[id] as [id], json_query((
    select [2].[last_name] as [last_name]
    from [dbo].[employees] as [2]
    where [2].[id] = [1].[employee_id]
    for json path, include_null_values, without_array_wrapper
  )) as [employee], [1].[total] as [total]
  from [dbo].[orders] as [1]
  order by (
    select [3].[last_name]
    from [dbo].[employees] as [3]
    where [3].[id] = [1].[employee_id]
  ), case when (
    select (
      select [5].[last_name]
      from [dbo].[employees] as [5]
      where [5].[id] = [4].[manager_id]
    )
    from [dbo].[employees] as [4]
    where [4].[id] = [1].[employee_id]
  ) is null then 0 else 1 end, (
    select (
      select [5].[last_name]
      from [dbo].[employees] as [5]
      where [5].[id] = [4].[manager_id]
    )
    from [dbo].[employees] as [4]
    where [4].[id] = [1].[employee_id]
  ) desc, [1].[total] desc, [1].[id]
  for json path, include_null_values
), N'[]') as [0]
-- []
