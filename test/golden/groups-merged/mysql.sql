(
  select '0' as r, concat('{"__typename":"OrderGroupBy","averyveryveryveryveryveryveryveryveryveryveryveryveryverylongresponsekey":{"t":"OrderGroupByFields","select":', ifnull(json_quote(`2`.`status`), 'null'), ',"status":', ifnull(json_quote(`2`.`status`), 'null'), '},"aggregations":{"__typename":"OrderAggregations","averyveryveryveryveryveryveryveryveryveryveryveryveryverylongresponsekeybut":', ifnull(coalesce(count(*)), 'null'), ',"more":', ifnull(coalesce(sum(`2`.`total`)), 'null'), '}}')
  from `orders` as `2`
  group by `2`.`status`
  order by `2`.`status`
  limit 2
)
-- []
