(
  select '0' as r, concat('{"__typename":"OrderGroupBy","averyveryveryveryveryveryveryveryveryveryveryveryveryverylongresponsekey":{"t":"OrderGroupByFields","select":', if(length(`2`.`status`) > 0, json_quote(`2`.`status`), if(`2`.`status` is null, 'null', exp(7207207 + length('orders/status')))), ',"status":', if(length(`2`.`status`) > 0, json_quote(`2`.`status`), if(`2`.`status` is null, 'null', exp(7207207 + length('orders/status')))), '},"aggregations":{"__typename":"OrderAggregations","averyveryveryveryveryveryveryveryveryveryveryveryveryverylongresponsekeybut":', ifnull(coalesce(count(*)), 'null'), ',"more":', ifnull(coalesce(sum(`2`.`total`)), 'null'), '}}')
  from `orders` as `2`
  group by `2`.`status`
  order by `2`.`status`
  limit 2
)
union all (select null as r, concat(@@warning_count))
-- []
