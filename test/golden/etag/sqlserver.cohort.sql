select [m].[n], [d].[h], case when [m].[h] collate Latin1_General_BIN2 = [d].[h] then null else [r].[v0] end as [v0], case when [m].[h] collate Latin1_General_BIN2 = [d].[h] then null else [r].[v1] end as [v1], case when [m].[h] collate Latin1_General_BIN2 = [d].[h] then null else [r].[v2] end as [v2] from openjson(@p0) with ([n] int '$.n', [h] varchar(64) '$.h', [p0] nvarchar(max) '$.p0') as [m] outer apply (
  select (
    select top (1) replace(replace(left(json_value((
      select hashbytes('SHA2_256', (
        select [1].[id] as [0], [1].[name] as [1], [1].[email] as [2], [1].[phone] as [3], [1].[country] as [4], [1].[city] as [5], [1].[vat_number] as [6], convert(nvarchar(10), [1].[birthday], 23) as [7], [1].[newsletter] as [8], [1].[satisfaction] as [9], [1].[loyalty_points] as [10], [1].[credit] as [11], [1].[account_manager_id] as [12], lower(convert(nvarchar(36), [1].[external_id])) as [13], [1].[last_ip] as [14], [1].[notes] as [15], stuff(convert(nvarchar(19), cast([1].[created_at] as datetime2(7)), 120), 11, 1, N'T') + isnull(stuff(replace(rtrim(replace(replace(substring(convert(nvarchar(27), cast([1].[created_at] as datetime2(7)), 121), 20, 8), N'0', N' '), N'.', N' ')), N' ', N'0'), 1, 1, N'.'), N'') + N'+00:00' as [16], stuff(convert(nvarchar(19), cast([1].[updated_at] as datetime2(7)), 120), 11, 1, N'T') + isnull(stuff(replace(rtrim(replace(replace(substring(convert(nvarchar(27), cast([1].[updated_at] as datetime2(7)), 121), 20, 8), N'0', N' '), N'.', N' ')), N' ', N'0'), 1, 1, N'.'), N'') + N'+00:00' as [17]
        for json path, include_null_values
      )) as b
      for json path, include_null_values, without_array_wrapper
    ), '$.b'), 22), N'+', N'-'), N'/', N'_') as [_etag], [1].[name] as [name], json_query(isnull((
      select top (2) replace(replace(left(json_value((
        select hashbytes('SHA2_256', (
          select [2].[id] as [0], [2].[reference] as [1], [2].[customer_id] as [2], [2].[employee_id] as [3], [2].[billing_address_id] as [4], [2].[shipping_address_id] as [5], [2].[status] as [6], [2].[priority] as [7], [2].[gift] as [8], stuff(convert(nvarchar(19), cast([2].[placed_at] as datetime2(7)), 120), 11, 1, N'T') + isnull(stuff(replace(rtrim(replace(replace(substring(convert(nvarchar(27), cast([2].[placed_at] as datetime2(7)), 121), 20, 8), N'0', N' '), N'.', N' ')), N' ', N'0'), 1, 1, N'.'), N'') + N'+00:00' as [9], convert(nvarchar(10), [2].[required_on], 23) as [10], stuff(convert(nvarchar(19), cast([2].[shipped_at] as datetime2(7)), 120), 11, 1, N'T') + isnull(stuff(replace(rtrim(replace(replace(substring(convert(nvarchar(27), cast([2].[shipped_at] as datetime2(7)), 121), 20, 8), N'0', N' '), N'.', N' ')), N' ', N'0'), 1, 1, N'.'), N'') + N'+00:00' as [11], [2].[total] as [12], [2].[comment] as [13]
          for json path, include_null_values
        )) as b
        for json path, include_null_values, without_array_wrapper
      ), '$.b'), 22), N'+', N'-'), N'/', N'_') as [_etag], replace(replace(left(json_value((
        select hashbytes('SHA2_256', (
          select [2].[id] as [0], [2].[reference] as [1], [2].[customer_id] as [2], [2].[employee_id] as [3], [2].[billing_address_id] as [4], [2].[shipping_address_id] as [5], [2].[status] as [6], [2].[priority] as [7], [2].[gift] as [8], stuff(convert(nvarchar(19), cast([2].[placed_at] as datetime2(7)), 120), 11, 1, N'T') + isnull(stuff(replace(rtrim(replace(replace(substring(convert(nvarchar(27), cast([2].[placed_at] as datetime2(7)), 121), 20, 8), N'0', N' '), N'.', N' ')), N' ', N'0'), 1, 1, N'.'), N'') + N'+00:00' as [9], convert(nvarchar(10), [2].[required_on], 23) as [10], stuff(convert(nvarchar(19), cast([2].[shipped_at] as datetime2(7)), 120), 11, 1, N'T') + isnull(stuff(replace(rtrim(replace(replace(substring(convert(nvarchar(27), cast([2].[shipped_at] as datetime2(7)), 121), 20, 8), N'0', N' '), N'.', N' ')), N' ', N'0'), 1, 1, N'.'), N'') + N'+00:00' as [11], [2].[total] as [12], [2].[comment] as [13]
          for json path, include_null_values
        )) as b
        for json path, include_null_values, without_array_wrapper
      ), '$.b'), 22), N'+', N'-'), N'/', N'_') as [tag], json_query((
        select replace(replace(left(json_value((
          select hashbytes('SHA2_256', (
            select [3].[id] as [0], [3].[name] as [1], [3].[email] as [2], [3].[phone] as [3], [3].[country] as [4], [3].[city] as [5], [3].[vat_number] as [6], convert(nvarchar(10), [3].[birthday], 23) as [7], [3].[newsletter] as [8], [3].[satisfaction] as [9], [3].[loyalty_points] as [10], [3].[credit] as [11], [3].[account_manager_id] as [12], lower(convert(nvarchar(36), [3].[external_id])) as [13], [3].[last_ip] as [14], [3].[notes] as [15], stuff(convert(nvarchar(19), cast([3].[created_at] as datetime2(7)), 120), 11, 1, N'T') + isnull(stuff(replace(rtrim(replace(replace(substring(convert(nvarchar(27), cast([3].[created_at] as datetime2(7)), 121), 20, 8), N'0', N' '), N'.', N' ')), N' ', N'0'), 1, 1, N'.'), N'') + N'+00:00' as [16], stuff(convert(nvarchar(19), cast([3].[updated_at] as datetime2(7)), 120), 11, 1, N'T') + isnull(stuff(replace(rtrim(replace(replace(substring(convert(nvarchar(27), cast([3].[updated_at] as datetime2(7)), 121), 20, 8), N'0', N' '), N'.', N' ')), N' ', N'0'), 1, 1, N'.'), N'') + N'+00:00' as [17]
            for json path, include_null_values
          )) as b
          for json path, include_null_values, without_array_wrapper
        ), '$.b'), 22), N'+', N'-'), N'/', N'_') as [_etag]
        from [dbo].[customers] as [3]
        where [3].[id] = [2].[customer_id]
        for json path, include_null_values, without_array_wrapper
      )) as [customer]
      from [dbo].[orders] as [2]
      where [2].[customer_id] = [1].[id]
      order by [2].[id]
      for json path, include_null_values
    ), N'[]')) as [orders]
    from [dbo].[customers] as [1]
    where [1].[id] = cast(cast(cast([m].[p0] as varbinary(max)) as nvarchar(max)) as int)
    for json path, include_null_values, without_array_wrapper
  ) as [0], isnull((
    select top (2) replace(replace(left(json_value((
      select hashbytes('SHA2_256', (
        select [4].[order_id] as [0], [4].[line_no] as [1], [4].[product_id] as [2], [4].[quantity] as [3], [4].[unit_price] as [4], [4].[discount] as [5], [4].[line_total] as [6], [4].[note] as [7]
        for json path, include_null_values
      )) as b
      for json path, include_null_values, without_array_wrapper
    ), '$.b'), 22), N'+', N'-'), N'/', N'_') as [_etag]
    from [dbo].[order_details] as [4]
    order by [4].[order_id], [4].[line_no]
    for json path, include_null_values
  ), N'[]') as [1], isnull((
    select top (2) replace(replace(left(json_value((
      select hashbytes('SHA2_256', (
        select [5].[id] as [0], [5].[name] as [1], [5].[country] as [2], [5].[website] as [3], convert(nvarchar(10), [5].[since], 23) as [4], convert(nvarchar(40), [5].[rating], 3) as [5], [5].[balance] as [6]
        for json path, include_null_values
      )) as b
      for json path, include_null_values, without_array_wrapper
    ), '$.b'), 22), N'+', N'-'), N'/', N'_') as [_etag]
    from [dbo].[suppliers] as [5]
    order by [5].[rating] desc, [5].[id]
    for json path, include_null_values
  ), N'[]') as [2]
) as [r] ([v0], [v1], [v2]) cross apply (
  select convert(varchar(64), hashbytes('SHA2_256', cast(isnull(cast([r].[v0] as nvarchar(max)), N'n') + nchar(10) + isnull(cast([r].[v1] as nvarchar(max)), N'n') + nchar(10) + isnull(cast([r].[v2] as nvarchar(max)), N'n') as varbinary(max))), 2) as [h]
) as [d]
