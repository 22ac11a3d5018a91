import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { server } from '../support/server.ts';
import { badInput } from './support/bad-input-cases.ts';
import { compare, post, postWith } from './support/send.ts';
import { type ServedShop, serveShop } from './support/serve-shop.ts';

let shop: ServedShop;

beforeAll(async () => {
  shop = await serveShop();
});
afterAll(() => shop.close());

describe('invalid requests over GraphQL', () => {
  // Only the client sees these errors: they are neither internal errors nor outages.
  afterEach(() => expect(shop.logged.splice(0)).toEqual([]));

  for (const [title, send, expected, ...needs] of badInput) {
    it.skipIf(!server.has(...needs))(title, async () => {
      const response = await send(shop);
      const { errors, error, data } = await response.json();
      // Requests rejected before they are known to be GraphQL have the other error shape.
      const { message, extensions } = errors?.[0] ?? { ...error, extensions: error };
      expect(message).toMatch(expected.pattern);
      expect(message.length, 'the message does not repeat the whole request').toBeLessThan(600);
      expect({ status: response.status, code: extensions.code }).toEqual({
        status: expected.status ?? 400,
        code: expected.code,
      });
      expect(data).toBe(expected.status === 200 ? null : undefined);
    });
  }
});

describe('an unusual but valid request', () => {
  const text = async (response: Response): Promise<string> => response.text();

  it.each([
    ['-0', compare('orders', 'id', 'Int', '-0'), '{"data":{"orders":[]}}'],
    [
      'an Int with a zero fraction',
      postWith('query ($v: Int!) { order_by_pk(id: $v) { id } }', '{"v":2.0}'),
      '{"data":{"order_by_pk":{"id":2}}}',
    ],
    ['a Decimal of 1e400', compare('orders', 'total', 'Decimal', '1e400'), '{"data":{"orders":[]}}'],
    [
      'a Decimal of -0.000',
      postWith('query ($v: Decimal) { orders(filter: { total: { lt: $v } }) { id } }', '{"v":-0.000}'),
      '{"data":{"orders":[]}}',
    ],
    ['an offset beyond every row', post('{ orders(offset: 2147483647) { id } }'), '{"data":{"orders":[]}}'],
    ['an empty page', post('{ orders(first: 0) { id } }'), '{"data":{"orders":[]}}'],
    [
      'an absent variable named like an Object member',
      postWith('query ($toString: Int) { orders(first: 0, offset: $toString) { id } }', '{}'),
      '{"data":{"orders":[]}}',
    ],
    [
      'a variable named like an Object member, with a default',
      postWith(
        'query ($constructor: OrderFilterInput = { id: { eq: 2 } }) { orders(filter: $constructor) { id } }',
        '{}',
      ),
      '{"data":{"orders":[{"id":2}]}}',
    ],
    [
      'a variable named __proto__',
      postWith('query ($__proto__: Int!) { order_by_pk(id: $__proto__) { id } }', '{"__proto__":2}'),
      '{"data":{"order_by_pk":{"id":2}}}',
    ],
    [
      'an alias named __proto__',
      post('{ order_by_pk(id: 2) { __proto__: id constructor: id } }'),
      '{"data":{"order_by_pk":{"__proto__":2,"constructor":2}}}',
    ],
  ] as const)('succeeds: %s', async (_name, send, expected) => {
    expect(await send(shop).then(text)).toBe(expected);
  });
});
