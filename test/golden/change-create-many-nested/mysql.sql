-- write 0
insert into `categories` (`name`)
values (?)
-- ["Toys"]

-- write 1
insert into `categories` (`name`, `parent_id`)
values (?, ?), (?, ?)
-- ["Dolls","id of write 0","Trains","id of write 0"]

-- write 2
insert into `categories` (`name`)
values (?)
-- ["Fun"]

-- write 3
insert into `categories` (`name`, `parent_id`)
values (?, ?)
-- ["Games","id of write 2"]

-- if write 0 changed a row
select '1' as r, concat('{"name":', ifnull(json_quote(`1`.`name`), 'null'), ',"parent":', ifnull((
  select ifnull(concat('{"name":', ifnull(json_quote(`2`.`name`), 'null'), '}'), exp(7107107))
  from `categories` as `2`
  where `2`.`id` = `1`.`parent_id`
), 'null'), ',"children":[', (
  select ifnull(group_concat(
    ifnull(concat('{"name":', ifnull(json_quote(`3`.`name`), 'null'), '}'), exp(7107107))
    order by `3`.`id` separator ','
  ), '')
  from (
    select `3`.`name`, `3`.`id`
    from `categories` as `3`
    where `3`.`parent_id` = `1`.`id`
    order by `3`.`parent_id`, `3`.`id`
    limit 100
  ) as `3`
), ']}') as v0
from `categories` as `1`
where `1`.`id` = ?
-- ["id of write 0"]

-- if write 3 changed a row
select '1' as r, concat('{"name":', ifnull(json_quote(`1`.`name`), 'null'), ',"parent":', ifnull((
  select ifnull(concat('{"name":', ifnull(json_quote(`2`.`name`), 'null'), '}'), exp(7107107))
  from `categories` as `2`
  where `2`.`id` = `1`.`parent_id`
), 'null'), ',"children":[', (
  select ifnull(group_concat(
    ifnull(concat('{"name":', ifnull(json_quote(`3`.`name`), 'null'), '}'), exp(7107107))
    order by `3`.`id` separator ','
  ), '')
  from (
    select `3`.`name`, `3`.`id`
    from `categories` as `3`
    where `3`.`parent_id` = `1`.`id`
    order by `3`.`parent_id`, `3`.`id`
    limit 100
  ) as `3`
), ']}') as v0
from `categories` as `1`
where `1`.`id` = ?
-- ["id of write 3"]
