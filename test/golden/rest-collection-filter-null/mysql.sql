(
  select '0' as r, concat('{"id":', ifnull(`1`.`id`, 'null'), ',"reference":', ifnull(json_quote(`1`.`reference`), 'null'), '}'), json_array('mG4vgX11cJ', cast(`1`.`id` as char))
  from `orders` as `1`
  where (`1`.`reference` is null and `1`.`shipped_at` is not null and not (`1`.`priority` is null))
  order by `1`.`id`
  limit 3
)
-- []
