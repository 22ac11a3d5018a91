import { isDeepStrictEqual } from 'node:util';
import type { Session } from '../../support/sql/open-session.ts';
import type { Random } from '../generate/random.ts';
import type { Dataset, Entity, Row } from '../naive/entity.ts';

/** Columns whose values are exchanged between rows. None of them decides which rows a policy allows. */
const columns = {
  Customer: ['name', 'city', 'phone', 'birthday', 'newsletter', 'satisfaction', 'loyalty_points', 'credit'],
  Product: ['name', 'description', 'category_id', 'price', 'stock', 'discontinued'],
  Order: ['status', 'priority', 'gift', 'total', 'comment', 'required_on'],
  OrderDetail: ['quantity', 'unit_price', 'discount', 'note', 'product_id'],
  Employee: ['last_name', 'title', 'active', 'salary', 'manager_id'],
  Supplier: ['name', 'balance', 'since'],
  Category: ['description', 'parent_id'],
} as const;

type EntityName = keyof typeof columns;

export const ways = ['GraphQL', 'REST', 'SQL'] as const;
type Way = (typeof ways)[number];

interface Options {
  readonly random: Random;
  readonly rows: Dataset;
  readonly origin: string;
  /** Headers of a caller with all permissions. */
  readonly headers: Readonly<Record<string, string>>;
  readonly sql: Session['rows'];
}

type Key = Readonly<Record<string, number>>;

/** Writes random rows over GraphQL, over REST, and by SQL. */
export class RandomWrites {
  readonly #options: Options;
  readonly #keys: Map<EntityName, Key[]>;
  #created = 0;
  /** Number of writes by kind and way. */
  readonly counts = new Map<string, number>();

  constructor(options: Options) {
    this.#options = options;
    this.#keys = new Map(
      (Object.keys(columns) as EntityName[]).map((name) => {
        const entity = entityNamed(options.rows, name);
        return [name, (options.rows.rows.get(name) ?? []).map((row) => keyOf(entity, row))];
      }),
    );
  }

  /** @throws Error if the write fails */
  async write(): Promise<void> {
    const { random } = this.#options;
    const way = random.pick(ways);
    const kind = random.pickWeighted(['update', 'create', 'delete'] as const, (name) => (name === 'update' ? 6 : 1));
    this.counts.set(`${kind} by ${way}`, (this.counts.get(`${kind} by ${way}`) ?? 0) + 1);
    if (kind === 'update') await this.#update(way);
    else if (kind === 'create') await this.#create(way);
    else await this.#delete(way);
  }

  /** Copies a value of another row. */
  async #update(way: Way): Promise<void> {
    const { random, rows, sql } = this.#options;
    const name = random.pick(Object.keys(columns) as EntityName[]);
    const column = random.pick<string>(columns[name]);
    const keys = this.#keysOf(name);
    const [from, to] = [random.pick(keys), random.pick(keys)];
    // A row is never its own parent.
    if (isDeepStrictEqual(from, to)) return;
    const { table } = entityNamed(rows, name);
    if (way === 'SQL') {
      const value = `(select v from (select ${column} as v from ${table} where ${conditionOf(from)}) as other)`;
      await sql(`update ${table} set ${column} = ${value} where ${conditionOf(to)}`);
      return;
    }
    const { data } = await this.#graphql(`{ row: ${fieldOf(name)}_by_pk(${argumentsOf(from)}) { ${column} } }`);
    const item = data?.row;
    if (way === 'REST') await this.#rest('PATCH', pathOf(name, to), item);
    else {
      const mutation = `mutation ($item: Update${name}Input!) { update${name}(${argumentsOf(to)}, item: $item) { ${column} } }`;
      await this.#graphql(mutation, { item });
    }
  }

  async #create(way: Way): Promise<void> {
    const { random, sql } = this.#options;
    this.#created += 1;
    const key = { order_id: random.pick(this.#keysOf('Order')).id ?? 0, line_no: 1000 + this.#created };
    const item = {
      ...key,
      product_id: random.pick(this.#keysOf('Product')).id ?? 0,
      quantity: random.int(1, 9),
      unit_price: random.int(1, 99),
    };
    if (way === 'SQL') {
      await sql(`insert into order_details (${Object.keys(item)}) values (${Object.values(item)})`);
    } else if (way === 'REST') {
      await this.#rest('POST', 'OrderDetail', item);
    } else {
      await this.#graphql('mutation ($item: CreateOrderDetailInput!) { createOrderDetail(item: $item) { line_no } }', {
        item,
      });
    }
    this.#keysOf('OrderDetail').push(key);
  }

  async #delete(way: Way): Promise<void> {
    const { random, sql } = this.#options;
    const keys = this.#keysOf('OrderDetail');
    const [key] = keys.splice(random.int(0, keys.length - 1), 1);
    if (key === undefined) return;
    if (way === 'SQL') await sql(`delete from order_details where ${conditionOf(key)}`);
    else if (way === 'REST') await this.#rest('DELETE', pathOf('OrderDetail', key));
    else await this.#graphql(`mutation { deleteOrderDetail(${argumentsOf(key)}) { line_no } }`);
  }

  #keysOf(name: EntityName): Key[] {
    return this.#keys.get(name) ?? [];
  }

  async #graphql(query: string, variables: object = {}): Promise<{ readonly data?: { readonly row?: object } }> {
    const { origin, headers } = this.#options;
    const body = JSON.stringify({ query, variables });
    const response = await fetch(`${origin}/graphql`, { method: 'POST', headers: { ...headers, ...JSON_TYPE }, body });
    const answer = await response.json();
    if (answer.errors !== undefined) throw new Error(`${body}\n${JSON.stringify(answer)}`);
    return answer;
  }

  async #rest(method: string, path: string, item?: object): Promise<void> {
    const { origin, headers } = this.#options;
    const body = item === undefined ? {} : { body: JSON.stringify(item) };
    const type = item === undefined ? {} : JSON_TYPE;
    const response = await fetch(`${origin}/api/${path}`, { method, headers: { ...headers, ...type }, ...body });
    if (!response.ok) throw new Error(`${method} ${path} ${body.body}\n${response.status} ${await response.text()}`);
    await response.arrayBuffer();
  }
}

const JSON_TYPE = { 'content-type': 'application/json' };

function entityNamed({ entities }: Dataset, name: string): Entity {
  const entity = entities.find((candidate) => candidate.name === name);
  if (entity === undefined) throw new Error(`There is no entity called "${name}".`);
  return entity;
}

const keyOf = ({ key }: Entity, row: Row): Key => Object.fromEntries(key.map((name) => [name, Number(row[name])]));

const conditionOf = (key: Key): string =>
  Object.entries(key)
    .map(([name, value]) => `${name} = ${value}`)
    .join(' and ');

const argumentsOf = (key: Key): string =>
  Object.entries(key)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ');

const pathOf = (name: EntityName, key: Key): string => [name, ...Object.entries(key).flat()].join('/');

const fieldOf = (name: EntityName): string => name.charAt(0).toLowerCase() + name.slice(1);
