import { keyOf } from '../expressions/read-keys.ts';
import type { Entity } from '../naive/entity.ts';
import type { RestrictedView } from './restricted-view.ts';
import type { Served } from './serve-views.ts';
import { type Caller, send } from './test-request.ts';

/** Reads keys of an entity in response order. */
type ReadKeys = (served: Served, entity: Entity, caller: Caller) => Promise<readonly string[]>;

/** Returns differences between the rows visible to a role and the rows that the naive judge keeps. */
export async function findWrongRows(
  served: Served,
  { visible }: RestrictedView,
  caller: Caller,
): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const entity of visible.entities) {
    const expected = (visible.rows.get(entity.name) ?? []).map((row) => keyOf(row, entity)).sort();
    for (const read of [throughGraphql, throughRest]) {
      const found = [...(await read(served, entity, caller))].sort();
      if (found.join() !== expected.join()) {
        wrong.push(`${entity.name} ${read.name}: ${expected.length} rows expected, ${found.length} found`);
      }
    }
  }
  return wrong;
}

type Found = Readonly<Record<string, unknown>>;

const keysOf = (rows: readonly Found[], { key }: Entity): readonly string[] =>
  rows.map((row) => key.map((name) => String(row[name])).join('/'));

const throughGraphql: ReadKeys = async (served, entity, caller) => {
  const keys: string[] = [];
  for (let offset = 0; offset === keys.length; offset += PAGE) {
    const document = `{ rows: ${entity.list}(first: ${PAGE}, offset: ${offset}) { ${entity.key.join(' ')} } }`;
    const headers = { 'content-type': 'application/json' };
    const request = { method: 'POST', url: '/graphql', headers, body: JSON.stringify({ query: document }) } as const;
    const { body } = await send(served, { ...request, features: [] }, caller);
    keys.push(...keysOf((JSON.parse(body) as { data: { rows: Found[] } }).data.rows, entity));
  }
  return keys;
};

const throughRest: ReadKeys = async (served, entity, caller) => {
  const keys: string[] = [];
  let url: string | undefined = `/api/${entity.name}?$select=${entity.key.join()}&$first=${PAGE}`;
  while (url !== undefined) {
    const { body } = await send(served, { method: 'GET', url, headers: {}, features: [] }, caller);
    const page = JSON.parse(body) as { value: Found[]; nextLink?: string };
    keys.push(...keysOf(page.value, entity));
    url = page.nextLink?.replace(/^https?:\/\/[^/]+/, '');
  }
  return keys;
};

/** The maximum page size. */
const PAGE = 1000;
