(
  select '0' as r, concat((
    select count(*)
    from `orders` as `2`
    where (`2`.`gift` = ? or (? and `2`.`gift` not in (0, 1)))
  ))
)
union all (select null as r, concat(@@warning_count))
-- [1,1]
