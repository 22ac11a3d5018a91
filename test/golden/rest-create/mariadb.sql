-- write 0
insert into `orders` (`reference`, `customer_id`, `billing_address_id`, `placed_at`, `total`, `comment`)
values (?, ?, ?, ?, ?, ?)
returning '1' as r, json_array(cast(`orders`.`id` as char)) as k
-- ["NEW/1","1","1","2024-02-29 12:00:00","1234567890.12",null]

-- if write 0 changed a row
(
  select concat(`0`.`n`) as r, json_object('id', `1`.`id`, 'reference', cast(`1`.`reference` as char), 'status', cast(`1`.`status` as char), 'total', `1`.`total`, 'comment', cast(`1`.`comment` as char), 'customer', (
    select json_object('name', cast(`2`.`name` as char))
    from `customers` as `2`
    where `2`.`id` = `1`.`customer_id`
  )) as v0, left(sha2(json_array(`1`.`id`, cast(`1`.`reference` as char), `1`.`customer_id`, `1`.`employee_id`, `1`.`billing_address_id`, `1`.`shipping_address_id`, cast(`1`.`status` as char), `1`.`priority`, json_extract(if(`1`.`gift` is null, null, if(`1`.`gift`, 'true', 'false')), '$'), concat(trim(trailing '.' from trim(trailing '0' from date_format(`1`.`placed_at`, '%Y-%m-%dT%H:%i:%s.%f'))), '+00:00'), `1`.`required_on`, concat(trim(trailing '.' from trim(trailing '0' from date_format(`1`.`shipped_at`, '%Y-%m-%dT%H:%i:%s.%f'))), '+00:00'), `1`.`total`, cast(`1`.`comment` as char)), 256), 32) as v1, json_value(json_array(`1`.`id`), '$[0]') as v2
  from json_table(?, '$[*]' columns (n for ordinality, k0 bigint path '$[0]')) as `0` straight_join `orders` as `1` on `1`.`id` = `0`.`k0`
  order by `0`.`n`
  limit 18446744073709551615
) union all (select null as r, @@warning_count as j, null, null)
-- ["keys of write 0"]
