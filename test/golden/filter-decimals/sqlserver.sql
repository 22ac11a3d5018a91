select isnull((
  select top (100) [1].[revenue] as [revenue]
  from [dbo].[sales] as [1]
  where ((([1].[revenue] = cast(@p0 as decimal(38,2)) and right(@p0, 1) <> N' ') or ([1].[revenue] = cast(@p1 as decimal(38,2)) and right(@p1, 1) <> N' ') or (([1].[revenue] >= cast(@p2 as decimal(38,2)) and ([1].[revenue] <> cast(@p2 as decimal(38,2)) or right(@p2, 1) <> N' ')) and ([1].[revenue] <= cast(@p3 as decimal(38,2)) and ([1].[revenue] <> cast(@p3 as decimal(38,2)) or right(@p3, 1) = N' '))) or ([1].[revenue] > cast(@p4 as decimal(38,2)) and [1].[revenue] <= cast(@p5 as decimal(38,2))) or [1].[revenue] in (select cast(v.[value] as decimal(38,2)) from openjson(@p6) as v)) and (([1].[revenue] <> cast(@p7 as decimal(38,2)) or ([1].[revenue] = cast(@p7 as decimal(38,2)) and right(@p7, 1) = N' ')) and not ([1].[revenue] in (select cast(v.[value] as decimal(38,2)) from openjson(@p8) as v))))
  order by case when [1].[revenue] is null then 1 else 0 end, [1].[revenue], case when [1].[month] is null then 1 else 0 end, [1].[month], case when [1].[country] is null then 1 else 0 end, [1].[country]
  for json path, include_null_values
), N'[]') as [0]
-- ["10709.17","10709.17 ","4049.45 ","4049.46 ","4049.46 ","4049.46 ","[\"9320.67\"]","1.00 ","[]"]
