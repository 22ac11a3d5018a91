select (
  select json_query(isnull(N'[' + string_agg(r.j0, N',') within group (order by r.n) + N']', N'[]')) as [items], json_query(max(case when r.n = r.c then r.k end)) as [endCursor]
  from (
    select p.*, count(*) over () as c from (
      select top (3) (
        select [1].[id] as [id]
        for json path, include_null_values, without_array_wrapper
      ) as j0, N'["' + @p0 + N'",' + (
        select json_query((
          select N'Kj48KdIFJh' as [0], convert(nvarchar(11), [1].[customer_id]) as [1], convert(nvarchar(11), [1].[id]) as [2]
          for json path, include_null_values, without_array_wrapper
        )) as [values]
        for json path, include_null_values, without_array_wrapper
      ) + N',"' + @p0 + N'"]' as k, row_number() over (order by [1].[customer_id], [1].[id]) as n
      from [dbo].[orders] as [1]
      where 1 = 0
      order by [1].[customer_id], [1].[id]
    ) as p
  ) as r
  for json path, include_null_values, without_array_wrapper
) as [0], (
  select json_query(max(case when r.n = 1 then r.k end)) as [endCursor]
  from (
    select p.*, count(*) over () as c from (
      select top (1) N'["' + @p0 + N'",' + (
        select json_query((
          select N'Kj48KdIFJh' as [0], convert(nvarchar(11), [2].[customer_id]) as [1], convert(nvarchar(11), [2].[id]) as [2]
          for json path, include_null_values, without_array_wrapper
        )) as [values]
        for json path, include_null_values, without_array_wrapper
      ) + N',"' + @p0 + N'"]' as k, row_number() over (order by [2].[customer_id] desc, [2].[id] desc) as n
      from [dbo].[orders] as [2]
      order by [2].[customer_id] desc, [2].[id] desc
    ) as p
  ) as r
  for json path, include_null_values, without_array_wrapper
) as [1]
-- ["sentinel of mark"]

select (
  select json_query(isnull(N'[' + string_agg(r.j0, N',') within group (order by r.n) + N']', N'[]')) as [items], json_query(max(case when r.n = r.c then r.k end)) as [endCursor]
  from (
    select p.*, count(*) over () as c from (
      select top (3) (
        select [1].[id] as [id]
        for json path, include_null_values, without_array_wrapper
      ) as j0, N'["' + @p0 + N'",' + (
        select json_query((
          select N'Kj48KdIFJh' as [0], convert(nvarchar(11), [1].[customer_id]) as [1], convert(nvarchar(11), [1].[id]) as [2]
          for json path, include_null_values, without_array_wrapper
        )) as [values]
        for json path, include_null_values, without_array_wrapper
      ) + N',"' + @p0 + N'"]' as k, row_number() over (order by [1].[customer_id], [1].[id]) as n
      from [dbo].[orders] as [1]
      where ([1].[customer_id] < cast(@p1 as int) or ([1].[customer_id] = cast(@p1 as int) and [1].[id] <= cast(@p2 as int)))
      order by [1].[customer_id], [1].[id]
    ) as p
  ) as r
  for json path, include_null_values, without_array_wrapper
) as [0], (
  select json_query(max(case when r.n = 1 then r.k end)) as [endCursor]
  from (
    select p.*, count(*) over () as c from (
      select top (1) N'["' + @p0 + N'",' + (
        select json_query((
          select N'Kj48KdIFJh' as [0], convert(nvarchar(11), [2].[customer_id]) as [1], convert(nvarchar(11), [2].[id]) as [2]
          for json path, include_null_values, without_array_wrapper
        )) as [values]
        for json path, include_null_values, without_array_wrapper
      ) + N',"' + @p0 + N'"]' as k, row_number() over (order by [2].[customer_id] desc, [2].[id] desc) as n
      from [dbo].[orders] as [2]
      order by [2].[customer_id] desc, [2].[id] desc
    ) as p
  ) as r
  for json path, include_null_values, without_array_wrapper
) as [1]
-- ["sentinel of mark","5","9"]

select (
  select json_query(isnull(N'[' + string_agg(r.j0, N',') within group (order by r.n) + N']', N'[]')) as [items], json_query(max(case when r.n = r.c then r.k end)) as [endCursor]
  from (
    select p.*, count(*) over () as c from (
      select top (3) (
        select [1].[id] as [id]
        for json path, include_null_values, without_array_wrapper
      ) as j0, N'["' + @p0 + N'",' + (
        select json_query((
          select N'Kj48KdIFJh' as [0], convert(nvarchar(11), [1].[customer_id]) as [1], convert(nvarchar(11), [1].[id]) as [2]
          for json path, include_null_values, without_array_wrapper
        )) as [values]
        for json path, include_null_values, without_array_wrapper
      ) + N',"' + @p0 + N'"]' as k, row_number() over (order by [1].[customer_id], [1].[id]) as n
      from [dbo].[orders] as [1]
      where ([1].[customer_id] > cast(@p1 as int) or ([1].[customer_id] = cast(@p1 as int) and [1].[id] > cast(@p2 as int))) and ([1].[customer_id] < cast(@p3 as int) or ([1].[customer_id] = cast(@p3 as int) and [1].[id] <= cast(@p4 as int)))
      order by [1].[customer_id], [1].[id]
    ) as p
  ) as r
  for json path, include_null_values, without_array_wrapper
) as [0], (
  select json_query(max(case when r.n = 1 then r.k end)) as [endCursor]
  from (
    select p.*, count(*) over () as c from (
      select top (1) N'["' + @p0 + N'",' + (
        select json_query((
          select N'Kj48KdIFJh' as [0], convert(nvarchar(11), [2].[customer_id]) as [1], convert(nvarchar(11), [2].[id]) as [2]
          for json path, include_null_values, without_array_wrapper
        )) as [values]
        for json path, include_null_values, without_array_wrapper
      ) + N',"' + @p0 + N'"]' as k, row_number() over (order by [2].[customer_id] desc, [2].[id] desc) as n
      from [dbo].[orders] as [2]
      where ([2].[customer_id] > cast(@p1 as int) or ([2].[customer_id] = cast(@p1 as int) and [2].[id] > cast(@p2 as int)))
      order by [2].[customer_id] desc, [2].[id] desc
    ) as p
  ) as r
  for json path, include_null_values, without_array_wrapper
) as [1]
-- ["sentinel of mark","5","7","5","9"]

select (
  select json_query(isnull(N'[' + string_agg(r.j0, N',') within group (order by r.n) + N']', N'[]')) as [items], json_query(max(case when r.n = r.c then r.k end)) as [endCursor]
  from (
    select p.*, count(*) over () as c from (
      select top (3) (
        select [1].[id] as [id]
        for json path, include_null_values, without_array_wrapper
      ) as j0, N'["' + @p0 + N'",' + (
        select json_query((
          select N'GCzDUoPhss' as [0], convert(nvarchar(max), convert(varbinary(max), [1].[written]), 2) as [1], convert(nvarchar(11), [1].[id]) as [2]
          for json path, include_null_values, without_array_wrapper
        )) as [values]
        for json path, include_null_values, without_array_wrapper
      ) + N',"' + @p0 + N'"]' as k, row_number() over (order by [1].[written], [1].[id]) as n
      from [dbo].[orders] as [1]
      where [1].[written] < min_active_rowversion()
      order by [1].[written], [1].[id]
    ) as p
  ) as r
  for json path, include_null_values, without_array_wrapper
) as [0], (
  select json_query(max(case when r.n = 1 then r.k end)) as [endCursor]
  from (
    select p.*, count(*) over () as c from (
      select top (1) N'["' + @p0 + N'",' + (
        select json_query((
          select N'GCzDUoPhss' as [0], convert(nvarchar(max), convert(varbinary(max), [2].[written]), 2) as [1], convert(nvarchar(11), [2].[id]) as [2]
          for json path, include_null_values, without_array_wrapper
        )) as [values]
        for json path, include_null_values, without_array_wrapper
      ) + N',"' + @p0 + N'"]' as k, row_number() over (order by [2].[written] desc, [2].[id] desc) as n
      from [dbo].[orders] as [2]
      order by [2].[written] desc, [2].[id] desc
    ) as p
  ) as r
  for json path, include_null_values, without_array_wrapper
) as [1]
-- ["sentinel of mark"]
