import type { ServedShop } from './serve-shop.ts';

/** A request, to be sent to whatever shop there will be. */
export type Send = (shop: ServedShop) => Promise<Response>;

/** A document alone. */
export const ask =
  (query: string): Send =>
  (shop) =>
    shop.post(JSON.stringify({ query }));

/** A document with variables, written as JSON by hand, as only so every number can be written. */
export const askWith =
  (query: string, variables: string): Send =>
  (shop) =>
    shop.post(`{"query":${JSON.stringify(query)},"variables":${variables}}`);

/** One variable `$v` of a type, compared with a field by `eq`. */
export const compare = (list: string, column: string, type: string, value: string): Send =>
  askWith(`query ($v: ${type}) { ${list}(filter: { ${column}: { eq: $v } }) { __typename } }`, `{"v":${value}}`);

/** Orders by a filter that is written as JSON. */
export const filterOrders = (filter: string): Send =>
  askWith('query ($f: OrderFilterInput) { orders(filter: $f, first: 1) { id } }', `{"f":${filter}}`);

/** What is made for each number from 0, in a row. */
export const repeat = (times: number, make: (index: number) => string, between = ' '): string =>
  Array.from({ length: times }, (_, index) => make(index)).join(between);

/** `((inner))` */
export const nest = (times: number, before: string, inner: string, after: string): string =>
  before.repeat(times) + inner + after.repeat(times);
