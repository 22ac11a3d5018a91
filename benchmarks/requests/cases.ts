/** One question, as Joinery is asked it and as one would write it by hand; `key` is its only variable, different in every request. */
export interface Case {
  readonly name: string;
  readonly title: string;
  /** How Joinery is asked. */
  readonly ask: (key: number) => Question;
  /** SQL with the parameter `$1`; one row, one column: the answer as text. */
  readonly statement: string;
  /** Who answers by that statement. */
  readonly beside: 'node:http' | 'Fastify';
  /** Keys are from 1 to this. */
  readonly highestKey: number;
}

/** A request of Joinery, whichever its address. */
export type Question = { readonly document: string; readonly key: number } | { readonly path: string };

const graphql =
  (document: string) =>
  (key: number): Question => ({ document, key });

const rest =
  (path: string) =>
  (key: number): Question => ({ path: path.replace('{key}', String(key)) });

const createStatement = (field: string, values: string): string => `
      with r as (insert into remarks (order_id, body, weight) ${values} returning order_id, body, weight)
      select json_build_object('data', json_build_object('${field}', (select to_json(r) from r)))::text`;

const FIELDS = 'id,customer_id,status,total,placed_at,note';

export const cases: readonly Case[] = [
  {
    name: 'point',
    title: 'point read',
    ask: graphql('query ($key: Int!) { order_by_pk(id: $key) { id customer_id status total placed_at note } }'),
    beside: 'node:http',
    statement: `
      select json_build_object('data', json_build_object('order_by_pk', (select to_json(o) from (
        select id, customer_id, status, total, placed_at, note from orders where id = $1
      ) o)))::text`,
    highestKey: 100_000,
  },
  {
    name: 'list',
    title: 'list of 20',
    ask: graphql(
      'query ($key: Int!) { orders(first: 20, filter: { id: { gte: $key } }) { id customer_id status total placed_at note } }',
    ),
    beside: 'node:http',
    statement: `
      select json_build_object('data', json_build_object('orders', array(select o from (
        select id, customer_id, status, total, placed_at, note from orders where id >= $1 order by id limit 20
      ) o)))::text`,
    highestKey: 99_000,
  },
  {
    name: 'nested',
    title: 'three levels, 10 × 5 × 3',
    beside: 'node:http',
    ask: graphql(`query ($key: Int!) {
      customers(first: 10, filter: { id: { gte: $key } }) {
        id name country
        orders(first: 5) { id status total lines(first: 3) { id product quantity price } }
      }
    }`),
    statement: `
      select json_build_object('data', json_build_object('customers', array(select c from (
        select id, name, country, array(select o from (
          select id, status, total, array(select l from (
            select id, product, quantity, price from order_lines where order_id = orders.id order by id limit 3
          ) l) as lines
          from orders where customer_id = customers.id order by id limit 5
        ) o) as orders
        from customers where id >= $1 order by id limit 10
      ) c)))::text`,
    highestKey: 9_900,
  },
  {
    name: 'rest-point',
    title: 'REST, point read',
    ask: rest(`/api/Order/{key}?$select=${FIELDS}`),
    beside: 'Fastify',
    statement: `
      select (select to_json(o) from (
        select id, customer_id, status, total, placed_at, note from orders where id = $1
      ) o)::text`,
    highestKey: 100_000,
  },
  {
    name: 'rest-list',
    title: 'REST, list of 20',
    ask: rest(`/api/Order?$filter=id%20ge%20{key}&$first=20&$select=${FIELDS}`),
    beside: 'Fastify',
    statement: `
      select json_build_object('value', array(select o from (
        select id, customer_id, status, total, placed_at, note from orders where id >= $1 order by id limit 20
      ) o))::text`,
    highestKey: 99_000,
  },
  {
    name: 'create',
    title: 'create',
    ask: graphql(
      'mutation ($key: Int!) { createRemark(item: { order_id: $key, body: "Call first", weight: 3 }) { order_id body weight } }',
    ),
    beside: 'node:http',
    statement: createStatement('createRemark', "values ($1::int, 'Call first', 3)"),
    highestKey: 100_000,
  },
  {
    name: 'create-policy',
    title: 'create, with a policy',
    ask: graphql(
      'mutation ($key: Int!) { createShortRemark(item: { order_id: $key, body: "Call first", weight: 3 }) { order_id body weight } }',
    ),
    beside: 'node:http',
    statement: createStatement(
      'createShortRemark',
      "select * from (values ($1::int, 'Call first', 3)) r(o, b, w) where w < 100",
    ),
    highestKey: 100_000,
  },
  {
    name: 'update',
    title: 'update',
    ask: graphql(
      'mutation ($key: Int!) { updateOrder(id: $key, item: { note: "Left with the neighbours" }) { id note } }',
    ),
    beside: 'node:http',
    statement: `
      with o as (update orders set note = 'Left with the neighbours' where id = $1 returning id, note)
      select json_build_object('data', json_build_object('updateOrder', (select to_json(o) from o)))::text`,
    highestKey: 100_000,
  },
];
