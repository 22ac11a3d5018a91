select isnull((
  select N'[' + string_agg(r.j, N',') within group (order by r.n) + N']'
  from (
    select top (2) (
      select cast(N'{' as nvarchar(max)) + N'"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa":' + reverse(stuff(reverse(stuff((
        select [1].[id] as v
        for json path, include_null_values, without_array_wrapper
      ), 1, 5, N'')), 1, 1, N'')) + N',' + N'"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_lines":' + reverse(stuff(reverse(stuff((
        select json_query((
          select cast(N'{' as nvarchar(max)) + N'"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_type":' + N'"OrderDetailConnection"' + N',' + N'"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_count":' + isnull(convert(nvarchar(20), (
            select count_big(*)
            from [dbo].[order_details] as [3]
            where [3].[order_id] = [1].[id]
          )), N'null') + N',' + N'"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_more":' + isnull(case when count_big(*) > 1 then N'true' else N'false' end, N'null') + N',' + N'"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_end":' + isnull(max(case when r.n = case when r.c < 1 then r.c else 1 end then r.k end), N'null') + N',' + N'"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_items":' + isnull(isnull(N'[' + string_agg(case when r.n <= 1 then r.j0 end, N',') within group (order by r.n) + N']', N'[]'), N'null') + N',' + N'"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_groups":' + isnull(isnull((
            select N'[' + string_agg(r.j, N',') within group (order by r.n) + N']'
            from (
              select top (1) (
                select cast(N'{' as nvarchar(max)) + N'"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_fields":' + reverse(stuff(reverse(stuff((
                  select json_query((
                    select cast(N'{' as nvarchar(max)) + N'"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_note":' + reverse(stuff(reverse(stuff((
                      select [5].[f0] as v
                      for json path, include_null_values, without_array_wrapper
                    ), 1, 5, N'')), 1, 1, N'')) + N'}'
                  )) as v
                  for json path, include_null_values, without_array_wrapper
                ), 1, 5, N'')), 1, 1, N'')) + N'}'
              ) as j, row_number() over (order by case when [5].[f0] is null then 1 else 0 end, [5].[f0], (cast([5].[f0] as nvarchar(max)) + N'.') collate Latin1_General_BIN2) as n
              from (
                select min([4].[note]) as [f0]
                from [dbo].[order_details] as [4]
                where [4].[order_id] = [1].[id]
                group by (cast([4].[note] as nvarchar(max)) + N'.') collate Latin1_General_BIN2
              ) as [5]
              order by case when [5].[f0] is null then 1 else 0 end, [5].[f0], (cast([5].[f0] as nvarchar(max)) + N'.') collate Latin1_General_BIN2
            ) as r
          ), N'[]'), N'null') + N'}'
          from (
            select p.*, count(*) over () as c from (
              select top (2) (
                select cast(N'{' as nvarchar(max)) + N'"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_quantity":' + reverse(stuff(reverse(stuff((
                  select [2].[quantity] as v
                  for json path, include_null_values, without_array_wrapper
                ), 1, 5, N'')), 1, 1, N'')) + N'}'
              ) as j0, N'["' + @p0 + N'",' + (
                select json_query((
                  select N'XhuXOTSVhi' as [0], convert(nvarchar(11), [2].[product_id]) as [1], convert(nvarchar(11), [2].[order_id]) as [2], convert(nvarchar(11), [2].[line_no]) as [3]
                  for json path, include_null_values, without_array_wrapper
                )) as [values]
                for json path, include_null_values, without_array_wrapper
              ) + N',"' + @p0 + N'"]' as k, row_number() over (order by [2].[product_id], [2].[order_id], [2].[line_no]) as n
              from [dbo].[order_details] as [2]
              where [2].[order_id] = [1].[id]
              order by [2].[product_id], [2].[order_id], [2].[line_no]
            ) as p
          ) as r
        )) as v
        for json path, include_null_values, without_array_wrapper
      ), 1, 5, N'')), 1, 1, N'')) + N'}'
    ) as j, row_number() over (order by [1].[id]) as n
    from [dbo].[orders] as [1]
    where [1].[id] <= cast(@p1 as int)
    order by [1].[id]
  ) as r
), N'[]') as [0]
-- ["sentinel of mark","2"]
