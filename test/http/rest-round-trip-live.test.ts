import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BigNumber, parseJson } from '../../src/base/json.ts';
import { bootShop } from '../support/boot-shop.ts';
import { server } from '../support/server.ts';
import { type Item, type ServedRest, serveRest } from './support/serve-rest.ts';

let rest: ServedRest;

beforeAll(async () => {
  rest = await serveRest(
    await bootShop({
      database: 'rest_round_trip',
      change: (config) => ({
        ...config,
        entities: config.entities.map((entity) => ({
          ...entity,
          permissions: [
            {
              role: 'anonymous',
              actions: (['create', 'read', 'update', 'delete'] as const).map((action) => ({ action, exclude: [] })),
            },
          ],
        })),
      }),
    }),
  );
});
afterAll(() => rest.close());

const json = { 'content-type': 'application/json' };

/** Returns the body of a client that has read the item and keeps the text of its numbers. */
const textOf = (item: Item): string => JSON.stringify(item);

describe.each([
  'Employee',
  'Customer',
  'Address',
  'Category',
  'Supplier',
  'Product',
  'ProductSupplier',
  'Order',
  'OrderDetail',
])('items of %s', (name) => {
  const isProduct = name === 'Product';
  const entity = () => {
    const found = rest.application.model.byName.get(name);
    if (found === undefined) throw new Error(name);
    return found;
  };
  const read = async () => {
    const { text } = await rest.get(name, { $first: 60 });
    return (parseJson(text) as { value: Item[] }).value;
  };
  const pathOf = (item: Item) =>
    `/api/${name}/${entity()
      .key.map((field) => encodeURIComponent(String(item[field.name])))
      .join('/')}`;
  const isKey = (member: string) => entity().key.some((field) => field.name === member);
  const writable = (item: Item, keyed: boolean): Item =>
    Object.fromEntries(
      Object.entries(item).filter(([member]) =>
        isKey(member) ? keyed : entity().fieldByName.get(member)?.generated === 'no',
      ),
    );

  it.skipIf(isProduct && !server.has('normalizedJson'))(
    'are unchanged after PUT and PATCH of the values that were read',
    async () => {
      // JSON null is read as NULL and would be written as NULL.
      const items = (await read()).filter(({ attributes }) => attributes !== null);
      expect(items.length).toBeGreaterThan(5);
      for (const item of items) {
        const before = await rest.fetch(pathOf(item));
        for (const [method, body] of [
          ['PUT', writable(item, true)],
          ['PUT', writable(item, false)],
          ['PATCH', writable(item, true)],
        ] as const) {
          const headers = { ...json, 'if-match': before.headers.etag ?? '' };
          const {
            status,
            text,
            headers: sent,
          } = await rest.fetch(pathOf(item), { method, headers, body: textOf(body) });
          expect([method, status, text, sent.etag]).toEqual([method, 200, before.text, before.headers.etag]);
        }
      }
      expect((await read()).filter(({ attributes }) => attributes !== null)).toEqual(items);
    },
  );

  it.skipIf(isProduct && !server.has('subnormalFloats'))(
    'keep every value that PUT copies from another item',
    async () => {
      const unique = ['email', 'sku', 'barcode', 'reference', ...(name === 'Category' ? ['name'] : [])];
      const items = await read();
      const [target = {}, ...others] = items;
      for (const item of others) {
        const body = Object.fromEntries(
          Object.entries(writable(item, false)).filter(([member]) => !unique.includes(member)),
        );
        const unchanged = Object.fromEntries(
          unique.flatMap((member) => (member in target ? [[member, target[member]]] : [])),
        );
        const { status, text } = await rest.fetch(pathOf(target), {
          method: 'PUT',
          headers: json,
          body: textOf({ ...body, ...unchanged }),
        });
        expect(status, text).toBe(200);
        expect(parseJson(text)).toMatchObject(plainNumbers({ ...body, ...unchanged }));
      }
    },
  );
});

/** Numbers beyond the precision of a double are compared as strings. */
const plainNumbers = (item: Item): Item =>
  Object.fromEntries(
    Object.entries(item).map(([name, value]) => [name, value instanceof BigNumber ? new BigNumber(value.text) : value]),
  );
