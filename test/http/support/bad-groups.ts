import { bad, type Case, field, limit } from './expected.ts';
import { post, type Send } from './send.ts';

const groupOrders = (groupBy: string): Send => post(`{ orders_connection { ${groupBy} } }`);

/** Invalid groupings, one error each. */
export const badGroups: readonly Case[] = [
  [
    'an unknown field to group by',
    groupOrders('groupBy(fields: [statu]) { __typename }'),
    bad(/enum\. Known values: .*status/),
  ],
  [
    'a field that rows are not grouped by',
    groupOrders('groupBy(fields: [gift]) { fields { status } }'),
    bad(/"status" is not in the "fields" of "groupBy"/),
  ],
  [
    'an order by a field that rows are not grouped by',
    groupOrders('groupBy(fields: [gift], orderBy: { fields: { status: ASC } }) { __typename }'),
    bad(/"status" is not in the "fields"/),
  ],
  [
    'a relationship of a group',
    groupOrders('groupBy { fields { customer { id } } }'),
    field(/Cannot query field "customer"/),
  ],
  ['a sum of text', groupOrders('groupBy { aggregations { sum(field: comment) } }'), bad(/"comment" does not exist/)],
  ['a sum of nothing', groupOrders('groupBy { aggregations { sum } }'), bad(/"field" of type .* is required/)],
  [
    'differing values of no field',
    groupOrders('groupBy { aggregations { count(distinct: true) } }'),
    bad(/"distinct" of "count" requires a "field"/),
  ],
  [
    'a function that there is not, in having',
    groupOrders('groupBy(having: { median: { total: { gt: 1 } } }) { __typename }'),
    field(/"median" is not defined/),
  ],
  [
    'a number that floating point cannot be',
    post('{ products_connection { groupBy { aggregations { max(field: weight, having: { lt: 1e400 }) } } } }'),
    bad(/Float must be a number, found .*1e400/),
  ],
  [
    'a number that 32-bit floating-point cannot be',
    post('{ products_connection { groupBy { aggregations { max(field: rating, having: { in: [1, 1e39] }) } } } }'),
    bad(/Single must be a 32-bit floating-point/),
  ],
  [
    'a page of groups of -1',
    groupOrders('groupBy(first: -1) { __typename }'),
    bad(/"first" must be 0 or more, found -1/),
  ],
  [
    'more groups than a page has',
    groupOrders('groupBy(first: 1001) { __typename }'),
    limit(/at most 1000, found 1001/),
  ],
];
