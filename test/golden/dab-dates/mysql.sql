(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), ',"hired_on":', ifnull(concat('"', `1`.`hired_on`, 'T00:00:00+00:00"'), 'null'), '}')
  from (
    select `1`.`id`, `1`.`hired_on`
    from `employees` as `1`
    where ((`1`.`hired_on` < ? and `1`.`hired_on` <> ? and not (`1`.`hired_on` in (select v from json_table(?, '$[*]' columns (v datetime(6) path '$')) as l))) and exists (
      select 1
      from `customers` as `2`
      where `2`.`account_manager_id` = `1`.`id` and `2`.`birthday` >= ?
    ))
    order by `1`.`hired_on` desc, `1`.`id`
    limit 100
  ) as `1`
  order by `1`.`hired_on` desc, `1`.`id`
)
-- ["2020-06-30 20:00:00","2016-02-29 11:00:00","[\"2019-01-01 00:00:00\",\"2019-01-02 10:00:00\"]","1970-01-01 00:00:00"]
