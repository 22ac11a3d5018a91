(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), ',"birthday":', ifnull(concat('"', `1`.`birthday`, '"'), 'null'), '}')
  from `customers` as `1`
  order by `1`.`birthday` is null, `1`.`birthday`, `1`.`id`
  limit 3
)
union all (
  select '1' as r, concat('{"id":', ifnull(`2`.`id`, 'null'), ',"birthday":', ifnull(concat('"', `2`.`birthday`, '"'), 'null'), '}')
  from `customers` as `2`
  order by `2`.`birthday` is null desc, `2`.`birthday` desc, `2`.`id`
  limit 3
)
union all (
  select '2' as r, concat('{"id":', ifnull(`3`.`id`, 'null'), ',"birthday":', ifnull(concat('"', `3`.`birthday`, '"'), 'null'), '}')
  from `customers` as `3`
  order by `3`.`birthday`, `3`.`id` desc
  limit 3
)
union all (
  select '3' as r, concat('{"id":', ifnull(`4`.`id`, 'null'), ',"birthday":', ifnull(concat('"', `4`.`birthday`, '"'), 'null'), '}')
  from `customers` as `4`
  order by `4`.`birthday` desc, `4`.`name`, `4`.`id`
  limit 3
)
-- []
