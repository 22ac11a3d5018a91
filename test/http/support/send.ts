import type { ServedShop } from './serve-shop.ts';

/** Sends a request to the given shop. */
export type Send = (shop: ServedShop) => Promise<Response>;

/** Sends a document without variables. */
export const post =
  (query: string): Send =>
  (shop) =>
    shop.post(JSON.stringify({ query }));

/** Sends a document with variables as handwritten JSON, which can contain every number. */
export const postWith =
  (query: string, variables: string): Send =>
  (shop) =>
    shop.post(`{"query":${JSON.stringify(query)},"variables":${variables}}`);

/** Compares a field by `eq` with a variable `$v` of a type. */
export const compare = (list: string, column: string, type: string, value: string): Send =>
  postWith(`query ($v: ${type}) { ${list}(filter: { ${column}: { eq: $v } }) { __typename } }`, `{"v":${value}}`);

/** Filters orders by a filter written as JSON. */
export const filterOrders = (filter: string): Send =>
  postWith('query ($f: OrderFilterInput) { orders(filter: $f, first: 1) { id } }', `{"f":${filter}}`);

/** Joins the results of `make` for each index from 0. */
export const repeat = (times: number, make: (index: number) => string, between = ' '): string =>
  Array.from({ length: times }, (_, index) => make(index)).join(between);

/** `((inner))` */
export const nest = (times: number, before: string, inner: string, after: string): string =>
  before.repeat(times) + inner + after.repeat(times);
