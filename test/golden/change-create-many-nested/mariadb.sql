-- write 0
insert into `categories` (`name`)
values (?)
returning '1' as r, json_array(cast(`categories`.`id` as char)) as k
-- ["Toys"]

-- write 1
insert into `categories` (`name`, `parent_id`)
values (?, ?), (?, ?)
-- ["Dolls","id of write 0","Trains","id of write 0"]

-- write 2
insert into `categories` (`name`)
values (?)
returning '1' as r, json_array(cast(`categories`.`id` as char)) as k
-- ["Fun"]

-- write 3
insert into `categories` (`name`, `parent_id`)
values (?, ?)
returning '1' as r, json_array(cast(`categories`.`id` as char)) as k
-- ["Games","id of write 2"]

-- if write 0 changed a row
(
  select '1' as r, concat('{"name":', ifnull(json_quote(`1`.`name`), 'null'), ',"parent":', ifnull((
    select concat('{"name":', ifnull(json_quote(`2`.`name`), 'null'), '}')
    from `categories` as `2`
    where `2`.`id` = `1`.`parent_id`
  ), 'null'), ',"children":[', (
    select ifnull(group_concat(
      concat('{"name":', ifnull(json_quote(`3`.`name`), 'null'), '}')
      order by `3`.`id`
      limit 100
    ), '')
    from `categories` as `3`
    where `3`.`parent_id` = `1`.`id`
  ), ']}') as v0
  from `categories` as `1`
  where `1`.`id` = ?
) union all (select null as r, concat(@@warning_count))
-- ["id of write 0"]

-- if write 3 changed a row
(
  select '1' as r, concat('{"name":', ifnull(json_quote(`1`.`name`), 'null'), ',"parent":', ifnull((
    select concat('{"name":', ifnull(json_quote(`2`.`name`), 'null'), '}')
    from `categories` as `2`
    where `2`.`id` = `1`.`parent_id`
  ), 'null'), ',"children":[', (
    select ifnull(group_concat(
      concat('{"name":', ifnull(json_quote(`3`.`name`), 'null'), '}')
      order by `3`.`id`
      limit 100
    ), '')
    from `categories` as `3`
    where `3`.`parent_id` = `1`.`id`
  ), ']}') as v0
  from `categories` as `1`
  where `1`.`id` = ?
) union all (select null as r, concat(@@warning_count))
-- ["id of write 3"]
